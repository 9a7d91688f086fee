import { create } from 'zustand'

export type Theme = 'light' | 'dark' | 'system'

interface Preferences {
  theme: Theme
  singleKeys: boolean
  /** Columns of history, by name. */
  hiddenColumns: readonly string[]
  /** View of Storage: list or grid. */
  storedAs: 'list' | 'grid'
  /** Whether to show a system notification when a long job has ended. */
  notices: boolean
}

/** Storage may be blocked; then a choice lasts as long as the page. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}

const asTheme = (value: string | null): Theme => (value === 'light' || value === 'dark' ? value : 'system')

export const usePreferences = create<Preferences>(() => ({
  theme: asTheme(read('theme')),
  singleKeys: read('single-keys') !== 'off',
  hiddenColumns: read('hidden-columns')?.split(',') ?? [],
  storedAs: read('stored-as') === 'grid' ? 'grid' : 'list',
  notices: read('notices') === 'on',
}))

/** `public/theme.js` does the same before the first paint. */
function paint(theme: Theme): void {
  const dark = theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

export function setTheme(theme: Theme): void {
  write('theme', theme === 'system' ? null : theme)
  usePreferences.setState({ theme })
  paint(theme)
}

export function setSingleKeys(singleKeys: boolean): void {
  write('single-keys', singleKeys ? null : 'off')
  usePreferences.setState({ singleKeys })
}

export function setHiddenColumns(hiddenColumns: readonly string[]): void {
  write('hidden-columns', hiddenColumns.join(',') || null)
  usePreferences.setState({ hiddenColumns })
}

export function setStoredAs(storedAs: Preferences['storedAs']): void {
  write('stored-as', storedAs === 'list' ? null : storedAs)
  usePreferences.setState({ storedAs })
}

export function setNotices(notices: boolean): void {
  write('notices', notices ? 'on' : null)
  usePreferences.setState({ notices })
}

/** Follows the system's theme while no other is chosen, and other tabs. Called once, at startup. */
export function startPreferences(): void {
  const repaint = () => paint(usePreferences.getState().theme)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint)
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'theme') return
    usePreferences.setState({ theme: asTheme(newValue) })
    repaint()
  })
}
