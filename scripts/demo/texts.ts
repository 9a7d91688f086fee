/** Texts of a small letting agency by a harbour, as its people might have written them. */
export const TEXTS: Record<string, string> = {
  'Lease, 14 Harbour Row.md': `# Lease of 14 Harbour Row

Between **Moore & Daughters**, letting agents, and the tenant named below.

## Terms

| | |
|---|---|
| Tenant | Ines Albrecht |
| From | 1 March |
| Rent | 1,240 a month |
| Deposit | two months' rent |

1. The tenant keeps the flat in the state in which it was found.
2. Repairs below 80 are the tenant's, others the owner's.
3. Either side may end the lease with *three months'* notice.

> Keys are handed over at the office, on the day and not before.
`,
  'Minutes of the spring meeting.md': `# Spring meeting

Present: Dana, Ines, Marek, Yusuf. Apologies: Lotte.

## Decisions

- The slipway is repaired **before** the regatta.
- Two quotes for the roof; Marek asks a third firm.[^1]
- The newsletter goes out on paper once more.

[^1]: He knows one in the next town.

## Accounts

| Item | Planned | Spent |
|---|---:|---:|
| Roof | 4,000 | 0 |
| Slipway | 1,200 | 1,415 |
| Paper | 90 | 61 |
`,
  'Harbour survey 2026.md': `# Harbour survey 2026

Soundings were taken at low water on three days. The depth at a point follows from the
echo's time: $d = \\frac{1}{2} c t$, with $c \\approx 1500$ m/s.

\`\`\`python
def depth(seconds, speed=1500):
    return speed * seconds / 2
\`\`\`

1. North basin: 4.1 m, silt.
2. Fairway: 6.8 m, sand.
3. Old dock: 2.2 m, and *something large* near the wall.
`,
  'Recipes from the canteen.md':
    '# Fish soup\n\nFor six: two onions, a fennel, 800 g of whatever the boats brought.\n\n1. Sweat the onions.\n2. Add stock.\n3. Add the fish **last**.\n\n# Plum cake\n\nFlour, butter, plums, patience.\n',
  'Vorvertrag Möwenweg 3.md':
    '# Vorvertrag\n\nZwischen der Eigentümerin und Herrn Jörg Weiß über die Wohnung **Möwenweg 3**.\n\n- Kaltmiete: 870 €\n- Übergabe: 1. April\n',
  '契約書 草案.md':
    '# 契約書\n\n賃貸人と賃借人は、次のとおり**賃貸借契約**を締結する。\n\n1. 期間は二年とする。\n2. 賃料は月額とする。\n',
  'House rules.html':
    '<!doctype html><html><head><title>House rules</title></head><body><h1>House rules</h1><ol><li>Quiet after ten.</li><li>Bicycles in the yard, <em>not</em> in the hall.</li><li>The laundry room is shared: see the <a href="https://harbour.example/rota">rota</a>.</li></ol></body></html>',
  'Newsletter June.html':
    '<!doctype html><html><head><title>June</title></head><body><h1>June at the harbour</h1><p>The regatta is on the <strong>21st</strong>. Boats are measured the day before.</p><table><tr><th>Class</th><th>Start</th></tr><tr><td>Dinghies</td><td>10:00</td></tr><tr><td>Cutters</td><td>11:30</td></tr></table></body></html>',
  'Rents by quarter.csv':
    'flat,Q1,Q2,Q3,Q4\n14 Harbour Row,3720,3720,3720,3840\n3 Gull Lane,2610,2610,2700,2700\nThe Old Dock,5100,5100,5100,5400\n',
  'Inventory of the boat house.csv':
    'item,count,state\noars,14,good\nlife vests,22,to be checked\nbuoys,9,faded\nropes,31,mixed\n',
  'Letter to the council.txt':
    'Dear members of the council,\n\nthe lamp at the end of the mole has been dark since Tuesday.\nCould it be seen to before the regatta?\n\nYours,\nDana Moore\n',
  'Handover protocol.rst':
    'Handover protocol\n=================\n\n* Meter reading: 48213\n* Keys: **three**\n* Damage: none\n',
  'Talk about tides.org':
    '* Tides\n** Why twice a day\nThe earth turns below two bulges of water.\n** Springs and neaps\n- springs :: sun and moon together\n- neaps :: at right angles\n',
}
