import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { read, root, unknownSettings } from './container/settings.ts'

const Names = z.array(z.string()).default([])
const Service = z.looseObject({
  image: z.string(),
  profiles: Names,
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: Names,
  secrets: Names,
  read_only: z.boolean().default(false),
  cap_drop: Names,
  security_opt: Names,
  tmpfs: Names,
  restart: z.string(),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  healthcheck: z.unknown().optional(),
})
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

describe('deploy/compose.yaml', () => {
  const compose = Compose.parse(parse(read('deploy/compose.yaml'), { merge: true }))
  const services = Object.entries(compose.services)
  const own = services.filter(([name]) => name === 'web' || name === 'worker')

  it('sets what the server knows, and nothing else', () => {
    expect(own.map(([name]) => name)).toEqual(['web', 'worker'])
    for (const [, { environment }] of own) {
      expect(unknownSettings(Object.keys(environment))).toEqual([])
      expect(environment).toHaveProperty('SECRET_KEY_FILE')
    }
  })

  it('takes the settings from variables of the same names, none of which has a password in it', () => {
    for (const [, { environment }] of own)
      for (const [name, value] of Object.entries(environment)) {
        const [, variable, fallback] = /^\$\{(\w+):-(.*)\}$/.exec(String(value)) ?? []
        if (variable) expect(variable).toBe(name)
        if (/PASSWORD|SECRET|KEY|TOKEN/.test(name) && !name.endsWith('_FILE')) expect(fallback).toBe('')
      }
    expect(read('deploy/compose.yaml')).not.toMatch(/:\/\/[^/\s]*:[^/\s]*@/)
  })

  it('names volumes, secrets and services that exist', () => {
    for (const [, { volumes, secrets, depends_on }] of services) {
      expect(Object.keys(compose.volumes)).toEqual(
        expect.arrayContaining(volumes.map((volume) => volume.split(':', 1)[0])),
      )
      expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets))
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)))
    }
    const used = new Set(
      services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':', 1)[0])),
    )
    expect([...used].sort()).toEqual(Object.keys(compose.volumes).sort())
  })

  it('names images by registry and version', () => {
    for (const [name, { image }] of services)
      expect(image).toMatch(
        name === 'web' || name === 'worker' ? /^\$\{FILEWRIGHT_IMAGE:-/ : /^docker\.io\/[\w/.-]+:v?\d[\w.]*$/,
      )
  })

  it('confines each service, and restarts it', () => {
    for (const [name, service] of services) {
      expect(service.cap_drop).toEqual(['ALL'])
      expect(service.security_opt).toContain('no-new-privileges:true')
      expect(service.restart).toBe('unless-stopped')
      // The image of Filewright has a health check of its own.
      if (name !== 'web' && name !== 'worker') expect(service.healthcheck).toBeDefined()
    }
    for (const [, service] of own) {
      expect(service).toMatchObject({ read_only: true, tmpfs: [expect.stringMatching(/^\/tmp:/)] })
      const profile = service.security_opt.find((option) => option.startsWith('seccomp='))
      expect(existsSync(join(root, 'deploy', profile?.replace('seccomp=', '') ?? 'none'))).toBe(true)
    }
  })
})
