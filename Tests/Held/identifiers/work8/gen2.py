# actions by session, target, code with identifiers, tenants tested
import itertools,random,json,sys
order=sys.argv[1]; uniq=sys.argv[2]; seed=int(sys.argv[3])
A=["none","[no-address, unverified, verified]"]; I=["absent","free","address","own","taken"]
T=["none","same","other"]; S=["[none, revoked, gone]","[recent, old]"]
def rows():
    n=0
    for a,u,t,s,ad in itertools.product(range(2),I,T,range(2),["absent","free","own","taken","several"]):
        n+=1
        yield f"      - {{id: r{n}, account: {A[a]}, identifier.username: {u}, tenant: {t}, session: {S[s]}, address: {ad}, refuse: e}}"
def tab(k): return f"  {k}:\n    rows:\n"+"\n".join(rows())+"\n"
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
  request-reset: {order}
  sign-up: {order}
decisions:
"""+"".join(tab(k) for k in ["sign-in.password","sign-in.federated","sign-up","link.federated","link.password","update-email","request-reset","reset-password","mark-verified","admin-create"])+"errors:\n  e: {}\n"
open('p.yaml','w').write(pol)
random.seed(seed)
L=[]
for i in range(1500):
    accs=[]; used=set(); names=set()
    for k in range(random.randint(0,4)):
        t=random.choice([None,"t"])
        e=random.choice([None,"a@x.example","b@x.example"])
        if (t,e) in used: e=None
        used.add((t,e))
        n=random.choice([None,"ada","bob"])
        if (t,n) in names: n=None
        names.add((t,n))
        a={"id":f"u{k}","email":e,"verified":bool(e) and random.random()<.5,"methods":[],"state":"active","version":1,"epoch":0}
        if e or n: 
            if random.random()<.6: a["methods"]=["password"]
        if t: a["tenant"]=t
        if n: a["identifiers"]={"username":n}
        accs.append(a)
    act=random.choice(["sign-in","sign-in","sign-up","link","update-email","request-reset","reset-password","mark-verified","admin-create"])
    at={"action":act}; tn=random.choice([None,"t"]); 
    if tn: at["tenant"]=tn
    here=[a for a in accs if a.get("tenant")==tn]
    caller={}; ans={}; pw=False; sub=None; em=None
    if act in("sign-in","link"):
        pw=random.random()<.5
        at["provider"]="password" if pw else "directory.example"
        if not pw: at["subject"]="d1"
        em=random.choice([None,"a@x.example","b@x.example"])
        if em: at["addresses"]=[{"email":em}]
    elif act=="sign-up":
        pw=True; at["provider"]="password"; em=random.choice([None,"a@x.example","b@x.example"])
        if em: at["addresses"]=[{"email":em}]
    elif act in("update-email","request-reset","admin-create"):
        em=random.choice(["a@x.example","b@x.example"]); at["address"]=em
    idn={}
    if random.random()<.7: idn["username"]=random.choice(["ada","bob","q@r"])
    if random.random()<.3: idn["phone"]="5"
    if idn:
        at["identifiers"]=idn; ans["identifiers"]=[next((a["id"] for a in here if a.get("identifiers",{}).get(n)==v),None) for n,v in idn.items()]
    if em: ans["addresses"]=[[a["id"] for a in here if a["email"]==em]]
    ref=set([x for x in ans.get("identifiers",[]) if x]+(ans.get("addresses") or [[]])[0])
    if act in("sign-in","link","sign-up"):
        if pw:
            if em: 
                ans["credential"]=next((a["id"] for a in here if a["email"]==em and "password" in a["methods"]),None)
        else: ans["credential"]=None if random.random()<.9 else {"gone":True}
    if act in("link","update-email") or (random.random()<.0):
        caller["session"]="s1"
        if accs and random.random()<.9:
            s=random.choice(accs); ref.add(s["id"]); ans["session"]={"account":s["id"],"epoch":0,"ended":False,"recent":True}
        else: ans["session"]=None
    if act=="mark-verified":
        caller["target"]="x"
        if accs: s=random.choice(accs); caller["target"]=s["id"]; ref.add(s["id"]); ans["target"]=s["id"]
        else: ans["target"]=None
    if act=="reset-password":
        caller["code"]="c1"
        if accs:
            s=random.choice(accs); ref.add(s["id"]); ad=s["email"] or "z@x.example"
            ans["code"]={"purpose":"reset","address":ad,"account":s["id"],"bound":s["email"],"requester":None,"tenant":s.get("tenant"),"used":False,"expired":False}
            hs=[a["id"] for a in here if a["email"]==ad]; ans["addresses"]=[hs]; ref|=set(hs)
        else: ans["code"]=None
    ans["accounts"]=[a for a in accs if a["id"] in ref]
    for sx in (["","w"] if pw and act=="sign-in" else [""]):
        a2=dict(at)
        if sx: a2["secret"]="wrong"
        L.append(json.dumps({"id":f"{i}{sx}","decide":{"attempt":a2,"caller":caller,"answers":ans,"fields":["outcome","account"],"record":{"time":"2026-11-25T04:05:06.789Z","correlation":"c"}}}))
open('req.jsonl','w').write("\n".join(L)+"\n")
