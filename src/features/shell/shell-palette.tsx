import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  Building2Icon,
  ContrastIcon,
  FileIcon,
  KeyboardIcon,
  KeyRoundIcon,
  LinkIcon,
  ScanTextIcon,
  ScrollTextIcon,
  SignatureIcon,
  UploadIcon,
  UserIcon,
} from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/account.ts'
import { useMemberships } from '../../api/business-users.ts'
import { q } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { useActing } from '../../stores/acting.ts'
import { browseFiles } from '../../stores/file-taker.ts'
import { setTheme } from '../../stores/preferences.ts'
import { CommandPalette, type PaletteGroup } from '../../ui/command-palette.tsx'
import { familyIcons } from '../../ui/family.ts'
import { useSwitch } from '../businesses/acting/index.ts'
import { useSourceName } from '../convert/conversion/index.ts'
import { useAreas } from './areas.ts'
import { closeOverlay, openOverlay } from './shell-store.ts'

/** Every page, action and file, found by a part of its name. */
export default function ShellPalette() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const called = useSourceName()
  const { data: user } = useSession()
  const areas = useAreas()
  const change = useSwitch()
  const acting = useActing((state) => state.id)
  const { data: members } = useMemberships(user !== undefined && user !== null)
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const { data } = useQuery({
    ...q('listConversions', {
      query: { page_size: 8, ...(search.length > 1 && { q: search.slice(0, 100) }) },
    }),
    placeholderData: (previous) => previous,
    throwOnError: false,
    enabled: user !== undefined && user !== null,
  })

  const stored = useQuery({
    ...q('listUserFiles', {
      query: { page_size: 5, ...(search.length > 1 && { q: search.slice(0, 100) }) },
    }),
    placeholderData: (previous) => previous,
    throwOnError: false,
    enabled: user !== undefined && user !== null,
  }).data

  const run = (act: () => void) => () => {
    closeOverlay()
    act()
  }
  const groups: PaletteGroup[] = [
    {
      name: t`Pages`,
      items: [
        ...areas.map(({ id, label, icon, path, letter }) => ({
          id,
          label: i18n._(label),
          icon,
          hotkey: `G ${letter}`,
          onSelect: run(() => void navigate(path)),
        })),
        ...(user
          ? [
              {
                id: 'account',
                label: t`Account`,
                icon: UserIcon,
                words: ['profile', 'password', 'e-mail', 'picture', 'time zone', 'delete'],
                onSelect: run(() => void navigate(paths.account())),
              },
              {
                id: 'api-keys',
                label: t`API keys`,
                icon: KeyRoundIcon,
                words: ['token', 'scopes', 'curl'],
                onSelect: run(() => void navigate(paths.apiKeys())),
              },
              {
                id: 'security-log',
                label: t`Security log`,
                icon: ScrollTextIcon,
                words: ['events', 'sign-ins'],
                onSelect: run(() => void navigate(paths.securityLog())),
              },
            ]
          : []),
      ],
    },
    {
      name: t`Actions`,
      items: [
        {
          id: 'add',
          label: t`Add files to convert`,
          icon: UploadIcon,
          words: ['upload', 'browse', 'open'],
          onSelect: run(() => {
            browseFiles()
            void navigate(paths.convert())
          }),
        },
        ...(user
          ? [
              {
                id: 'share',
                label: t`Share file`,
                icon: LinkIcon,
                words: ['link', 'send'],
                onSelect: run(() => void navigate(paths.shares({ new: '1' }))),
              },
              {
                id: 'start-scan',
                label: t`Start scanning`,
                icon: ScanTextIcon,
                words: ['phone', 'camera', 'paper', 'photo', 'document'],
                onSelect: run(() => void navigate(paths.scan())),
              },
              {
                id: 'sign',
                label: t`Send file for signature`,
                icon: SignatureIcon,
                words: ['sign', 'signature', 'contract', 'session', 'recipients'],
                onSelect: run(() => void navigate(paths.newSigning())),
              },
            ]
          : []),
        {
          id: 'failed',
          label: t`View failed conversions`,
          icon: FileIcon,
          onSelect: run(() => void navigate(paths.history({ status: 'failed' }))),
        },
        { id: 'light', label: t`Light theme`, icon: ContrastIcon, onSelect: run(() => setTheme('light')) },
        { id: 'dark', label: t`Dark theme`, icon: ContrastIcon, onSelect: run(() => setTheme('dark')) },
        {
          id: 'keys',
          label: t`Keyboard shortcuts`,
          icon: KeyboardIcon,
          hotkey: '?',
          onSelect: () => openOverlay('keys'),
        },
      ],
    },
    {
      name: t`Accounts`,
      items: (members ?? [])
        .filter(({ status, business_id }) => status === 'active' && business_id !== acting)
        .map(({ business_id, business }) => ({
          id: business_id,
          label: t`Switch to ${business.name}`,
          icon: Building2Icon,
          onSelect: run(() => change(business_id, () => void navigate(paths.overview()))),
        })),
    },
    {
      name: t`Storage`,
      items: (stored?.results ?? []).map(({ id, file_name, family, format }) => ({
        id,
        label: file_name,
        icon: family === 'other' ? FileIcon : familyIcons[family],
        words: [format ?? '', search],
        onSelect: run(() => void navigate(paths.storedFile(id))),
      })),
    },
    {
      name: t`Conversions`,
      items: (data?.results ?? []).map((conversion) => ({
        id: conversion.conversion_id,
        label: called(conversion.filename, conversion.file_count),
        icon: familyIcons[conversion.family],
        // The service found it; what is typed may be a format or an id that the name does not have.
        words: [conversion.source_format, conversion.target_format, search],
        onSelect: run(() => void navigate(paths.conversion(conversion.conversion_id))),
      })),
    },
  ]
  return (
    <CommandPalette
      open
      onOpenChange={(open) => !open && closeOverlay()}
      groups={groups.filter(({ items }) => items.length > 0)}
      query={query}
      onQueryChange={setQuery}
    />
  )
}
