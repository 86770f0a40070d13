python3 gen.py "$1" "$2" $3
../lp decide p.yaml req.jsonl --record-facts all > out.txt 2>err.txt; head -3 err.txt
python3 - <<'P'
import json,collections
c=collections.Counter()
for l in open('out.txt'):
    d=json.loads(l)
    if 'error' in d: m=d['error']; c[(m['code'],m['message'][:70])]+=1
    else: c[d['decision']['outcome'],d['decision'].get('error')]+=1
for k,v in c.most_common(): print(v,k)
P
