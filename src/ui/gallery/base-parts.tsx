import { useState } from 'react'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { FamilyIcon } from '../family-icon.tsx'
import { Logo } from '../logo.tsx'
import { Motif } from '../motif.tsx'
import { StatusWord } from '../status-word.tsx'
import { TargetPicker } from '../target-picker.tsx'
import { Thumbnail } from '../thumbnail.tsx'
import { Part } from './part.tsx'
import { BEST, FAMILIES, KINDS, MOTIFS } from './samples.tsx'

export function TypePart() {
  const sizes: [string, string, string][] = [
    ['display 34/40', 'title text-display', 'Site photos'],
    ['figure 28/32', 'title text-figure', '1,482'],
    ['title 22/28', 'title text-title', 'Convert'],
    ['lead 17/24', 'title text-lead', 'Next run'],
    ['read 15/24', 'text-read', 'Open until Friday 27 November'],
    ['body 13/20', 'text-body', 'Rendering slide 27 of 48'],
    ['small 12/16', 'text-small', '12 pages, 3 form fields'],
    ['micro 11/16', 'text-micro', 'quoted'],
    ['mono 12', 'mono text-small', 'PDF/A-2b whk_5T2Q9'],
  ]
  return (
    <Part title="Type" span={4}>
      <dl className="grid grid-cols-[96px_1fr] items-baseline gap-y-2">
        {sizes.map(([name, look, text]) => (
          <div key={name} className="contents">
            <dt className="text-micro text-ink-soft">{name}</dt>
            <dd className={look}>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <Logo />
      </p>
    </Part>
  )
}

export function ColourPart() {
  const roles =
    'canvas rail surface raised hover sunk inverse line line-strong control ink ink-soft ink-faint paper accent accent-strong accent-tint ok warn bad bad-tint'
  const whos = [1, 2, 3, 4, 5, 6]
  return (
    <Part title="Colour" span={8}>
      <ul className="grid grid-cols-4 gap-x-2 gap-y-1.5 text-micro text-ink-soft sm:grid-cols-7">
        {roles.split(' ').map((role) => (
          <li key={role}>
            <span
              className="mb-1 block h-9 border border-line-strong"
              style={{ background: `var(--color-${role})` }}
            />
            {role}
          </li>
        ))}
      </ul>
      <ul className="mt-3 grid grid-cols-3 gap-2 text-micro text-ink-soft sm:grid-cols-5">
        {FAMILIES.map(([family, name]) => (
          <li key={family} data-family={family}>
            <span className="mb-1 grid h-9 place-items-center border-e-(length:--spine) border-(--family) bg-(--family-tint)">
              <FamilyIcon family={family} />
            </span>
            {name}
          </li>
        ))}
      </ul>
      <ul className="mt-3 grid grid-cols-3 gap-2 text-micro text-ink-soft sm:grid-cols-6">
        {whos.map((who) => (
          <li key={who}>
            <span
              className="mb-1 block h-5 border"
              style={{ background: `var(--color-who-${who}-tint)`, borderColor: `var(--color-who-${who})` }}
            />
            who-{who}
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function MotifPart() {
  const [target, setTarget] = useState('pdfa')
  return (
    <Part title="From → to, every state" span={8}>
      <ul className="divide-y divide-line">
        {MOTIFS.map(([name, does, motif]) => (
          <li
            key={name}
            className="grid min-h-11 items-center gap-x-4 gap-y-2 py-2 sm:grid-cols-[224px_130px_1fr] lg:grid-cols-[224px_130px_76px_1fr]"
          >
            <Motif
              {...motif}
              picker={
                name === 'Ready' ? (
                  <TargetPicker best={BEST} kinds={KINDS} value={target} onChange={setTarget} />
                ) : undefined
              }
            />
            <span>
              <Motif {...motif} size="compact" />
            </span>
            <span className="text-small font-medium">{name}</span>
            <span className="text-small text-ink-soft max-lg:col-span-full">{does}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function StatePart() {
  return (
    <Part title="State words" span={4}>
      <ul className="grid gap-2">
        <li>
          <StatusWord status="ready">Ready</StatusWord>
        </li>
        <li>
          <StatusWord status="waiting">Waiting</StatusWord>
        </li>
        <li>
          <StatusWord status="uploading">Uploading, 62%</StatusWord>
        </li>
        <li>
          <StatusWord status="working">Meshing surfaces</StatusWord>
        </li>
        <li>
          <StatusWord status="done">Done</StatusWord>
        </li>
        <li>
          <StatusWord status="verified">Verified</StatusWord>
        </li>
        <li>
          <StatusWord status="soon">Expires in 22 h</StatusWord>
        </li>
        <li>
          <StatusWord status="warning">Failing since 11:01</StatusWord>
        </li>
        <li>
          <StatusWord status="failed">Ends early</StatusWord>
        </li>
        <li>
          <StatusWord status="cancelled">Cancelled</StatusWord>
        </li>
        <li>
          <StatusWord status="expired">Expired</StatusWord>
        </li>
        <li>
          <StatusWord status="stored">Stored</StatusWord>
        </li>
      </ul>
      <p className="mt-3 flex flex-wrap gap-1.5">
        <Badge>Draft</Badge>
        <Badge tone="accent">This one</Badge>
        <Badge tone="ok">Default</Badge>
        <Badge tone="warn">Running out</Badge>
        <Badge tone="bad">Revoked</Badge>
      </p>
      <p className="mt-3 flex items-center gap-2 text-small text-ink-soft">
        <Avatar kind="person" name="Maren Okafor" />
        <Avatar kind="recipient" who={2} name="Tom Beckett" />
        <Avatar kind="business" name="Northbank Lettings" size={32} colour="#1f4d3f" />
        <Thumbnail family="model" size={28} />
        person, recipient, business, file
      </p>
    </Part>
  )
}
