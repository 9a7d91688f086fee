import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { CONVERSION_QUEUES } from '../server/core/conversion/queue-channel.ts'
import { read, root, unknownSettings } from './container/settings.ts'

const Reference = z.object({ name: z.string() })
const Container = z.looseObject({
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z
    .array(z.object({ configMapRef: Reference.optional(), secretRef: Reference.optional() }))
    .default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  securityContext: z.unknown(),
  resources: z.object({ requests: z.unknown(), limits: z.object({ memory: z.string() }) }),
  startupProbe: z.unknown(),
  readinessProbe: z.unknown(),
  livenessProbe: z.unknown(),
})
const Pod = z.looseObject({
  securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.literal(10_001) }),
  containers: z.array(Container).length(1),
  volumes: z.array(
    z.looseObject({
      name: z.string(),
      persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
    }),
  ),
})
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.undefined().optional() }),
  data: z.record(z.string(), z.string()).default({}),
  stringData: z.record(z.string(), z.string()).default({}),
})
const Deployment = z.looseObject({
  metadata: Reference.loose(),
  spec: z.object({
    replicas: z.number().optional(),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: Pod,
    }),
  }),
})

describe('deploy/kubernetes', () => {
  const files = globSync('deploy/kubernetes/*.yaml', { cwd: root })
  const manifests = files.flatMap((file) =>
    parseAllDocuments(read(file)).map((document) => Manifest.parse(document.toJS())),
  )
  const named = (kind: string) =>
    manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
  const deployments = manifests
    .filter(({ kind }) => kind === 'Deployment')
    .map((one) => Deployment.parse(one))

  it('has what an installation needs', () => {
    expect(named('Deployment').sort()).toEqual(['filewright-web', 'filewright-worker'])
    expect(named('PodDisruptionBudget').sort()).toEqual(['filewright-web', 'filewright-worker'])
    expect(named('Service')).toEqual(['filewright'])
    expect(named('HorizontalPodAutoscaler')).toEqual(['filewright-worker'])
  })

  it('sets what the server knows, and no secret', () => {
    for (const { data, stringData } of manifests) {
      expect(unknownSettings([...Object.keys(data), ...Object.keys(stringData)])).toEqual([])
      expect(Object.values(stringData).filter(Boolean)).toEqual([])
      expect(Object.keys(data).filter((name) => /PASSWORD|SECRET|TOKEN/.test(name))).toEqual([])
    }
    for (const { spec } of deployments)
      for (const { env } of spec.template.spec.containers)
        expect(unknownSettings(env.map(({ name }) => name))).toEqual([])
  })

  it('names settings, secrets, volumes and labels that exist', () => {
    for (const { spec } of deployments) {
      const { labels } = spec.template.metadata
      expect(labels).toMatchObject(spec.selector.matchLabels)
      const pod = spec.template.spec
      const volumes = pod.volumes.map(({ name }) => name)
      for (const { persistentVolumeClaim } of pod.volumes)
        if (persistentVolumeClaim)
          expect(named('PersistentVolumeClaim')).toContain(persistentVolumeClaim.claimName)
      for (const { envFrom, volumeMounts } of pod.containers) {
        for (const { configMapRef, secretRef } of envFrom) {
          if (configMapRef) expect(named('ConfigMap')).toContain(configMapRef.name)
          if (secretRef) expect(named('Secret')).toContain(secretRef.name)
        }
        expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort())
        expect(volumeMounts.map(({ mountPath }) => mountPath).sort()).toEqual(['/data', '/tmp'])
      }
    }
  })

  it('confines each container and probes it', () => {
    for (const { spec } of deployments)
      for (const container of spec.template.spec.containers) {
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
          expect(probe).toBeDefined()
      }
  })

  it('scales by a metric and the queues that the server has', () => {
    const worker = read('deploy/kubernetes/worker.yaml')
    const metric = /name: (filewright_\w+)/.exec(worker)?.[1]
    const queues = /key: queue, operator: In, values: \[(.+?)\]/.exec(worker)?.[1]?.split(', ')
    expect(read('server/adapters/prometheus-metrics.ts')).toContain(`'${metric}'`)
    expect(queues).toEqual([...CONVERSION_QUEUES])
  })
})
