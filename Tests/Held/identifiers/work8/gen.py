import itertools,random,json,sys,subprocess
order=sys.argv[1]; uniq=sys.argv[2]; seed=int(sys.argv[3])
A=["none","[no-address, unverified, verified]"]
I=["absent","free","address","own","taken"]
AD=["absent","free","own","taken","several"]
C=["new","known","broken"]
def rows():
    n=0
    for a,u,p,ad,c in itertools.product(range(2),I,I,AD,C):
        n+=1
        yield f"      - {{id: r{n}, account: {A[a]}, identifier.username: {u}, identifier.phone: {p}, address: {ad}, credential: {c}, refuse: e}}"
R="\n".join(rows())
pol=f"""linkpolicy: 1
name: fuzz
providers:
  directory.example: {{kind: federated, gives: [email]}}
  password: {{kind: password, gives: [email]}}
addresses: {{{uniq}}}
identifiers:
  username: {{fold: case}}
  phone: {{}}
find:
  sign-in: {order}
decisions:
  sign-in.password:
    rows:
{R}
  sign-in.federated:
    rows:
{R}
errors:
  e: {{}}
"""
open('p.yaml','w').write(pol)
random.seed(seed)
vals={"username":["ada","bob","c@d"],"phone":["1","2"]}
emails=["a@x.example","b@x.example"]
L=[]
for i in range(600):
    accs=[]; names=set(); subs=set(); used=set()
    for k in range(random.randint(0,3)):
        m=[]
        e=random.choice([None]+emails)
        if 'unique: no' not in uniq and e in used: e=None
        if e: 
            used.add(e)
        if random.random()<.6: 
            if not('unique: no' in uniq) or not any(x["email"]==e and "password" in x["methods"] for x in accs): m.append("password")
        s=random.choice(["d1","d2","d3"])
        if s not in subs and random.random()<.7: subs.add(s); m.append({"provider":"directory.example","subject":s})
        ids={}
        for n in vals:
            v=random.choice(vals[n]+[None])
            if v and (n,v) not in names: names.add((n,v)); ids[n]=v
        accs.append({"id":f"u{k}","email":e,"verified":bool(e) and random.random()<.5,"methods":m,"state":"active","version":1,"identifiers":ids})
    at={"action":"sign-in"}
    pw=random.random()<.5
    em=random.choice([None]+emails)
    sub=random.choice(["d1","d2"])
    at["provider"]="password" if pw else "directory.example"
    if not pw: at["subject"]=sub
    if em: at["addresses"]=[{"email":em}]
    ids=[n for n in vals if random.random()<.6]; random.shuffle(ids)
    at["identifiers"]={n:random.choice(vals[n]) for n in ids}
    if not at["identifiers"]: del at["identifiers"]
    ans={"accounts":[],"identifiers":[next((a["id"] for a in accs if a["identifiers"].get(n)==at["identifiers"][n]),None) for n in ids]}
    if em: ans["addresses"]=[[a["id"] for a in accs if a["email"]==em]]
    cred=None
    if pw:
        if em: cred=next((a["id"] for a in accs if a["email"]==em and "password" in a["methods"]),None); ans["credential"]=cred
    else:
        cred=next((a["id"] for a in accs if {"provider":"directory.example","subject":sub} in a["methods"]),None)
        ans["credential"]=cred
        if cred is None and random.random()<.15: ans["credential"]={"gone":True}
    ref=set([x for x in ans["identifiers"] if x]+sum(ans.get("addresses",[]),[])+([cred] if cred else []))
    ans["accounts"]=[a for a in accs if a["id"] in ref]
    if not ids: del ans["identifiers"]
    L.append((i,at,ans,pw))
open('req.jsonl','w').write("\n".join(json.dumps({"id":f"{i}{s}","decide":{"attempt":dict(at,**({"secret":"wrong"} if s=="w" else {})),"answers":ans,"fields":["outcome","account"],"record":{"time":"2026-11-25T04:05:06.789Z","correlation":"c"}}}) for i,at,ans,pw in L for s in (["","w"] if pw else [""]))+"\n")
