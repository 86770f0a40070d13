import json,subprocess,re,collections
o=subprocess.run(["../lp","check","p.yaml","--format","json"],capture_output=True,text=True).stdout
hid=set()
def walk(x):
    if isinstance(x,dict):
        if x.get("code")=="hidden-row" or x.get("code",{})=="hidden-row":
            m=re.search(r"row `(r\d+)`",x.get("message","")); ln=x.get("line") or x.get("position",{}).get("line")
            hid.add((m.group(1),ln))
        for v in x.values(): walk(v)
    elif isinstance(x,list):
        for v in x: walk(v)
d=json.loads(o) if o.strip().startswith(("{","[")) and "\n{" not in o.strip() else [json.loads(l) for l in o.splitlines() if l.strip()]
walk(d)
print("hidden",len(hid), list(hid)[:2])
lines=open('p.yaml').read().splitlines()
req={json.loads(l)["id"]:l for l in open('req.jsonl')}
bad=collections.OrderedDict()
for l in open('out.txt'):
    d=json.loads(l)
    r=d.get("record",{}).get("row")
    if not r: continue
    # find line
    key=(r["table"],r["id"])
    n0=next(i for i,x in enumerate(lines) if x.strip()==r["table"]+":")
    ln=next(i for i in range(n0,len(lines)) if "id: "+r["id"]+"," in lines[i])+1
    if (r["id"],ln) in hid: bad.setdefault(key,(lines[ln-1],req[d["id"]]))
print("decided by hidden rows:",len(bad))
for k,v in list(bad.items())[:6]: print(k,v[0]); print("   ",v[1][:700])
