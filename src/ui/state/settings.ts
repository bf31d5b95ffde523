import {signal, type ReadonlySignal} from '@preact/signals'
import {setLanguage} from '../../locales/texts'

export const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]
type Values = {readonly theme: Theme; readonly letterKeys: boolean; readonly language: string}

export type Settings = {
  readonly theme: ReadonlySignal<Theme>
  readonly letterKeys: ReadonlySignal<boolean>
  /** False if the last change could not be stored and applies to this page only. */
  readonly isStored: ReadonlySignal<boolean>
  set(changes: Partial<Values>): void
  stop(): void
}

const storageKey = 'switchyard.settings'

/** localStorage is synchronous, so that no page flashes in the other theme. */
function readStoredValues(): Values {
  let stored: Partial<Record<keyof Values, unknown>> = {}
  try {
    stored = (JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {}) as typeof stored
  } catch {
    // Unreadable settings are the same as none.
  }
  return {
    theme: themes.find(each => each === stored.theme) ?? 'system',
    letterKeys: stored.letterKeys !== false,
    language: typeof stored.language === 'string' ? stored.language : 'en',
  }
}

const applyTheme = (theme: Theme) => {
  const {dataset} = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
}

export function createSettings(): Settings {
  const start = readStoredValues()
  const theme = signal(start.theme)
  const letterKeys = signal(start.letterKeys)
  const isKept = signal(true)
  let {language} = start
  setLanguage(language)
  const apply = (values: Values) => {
    theme.value = values.theme
    letterKeys.value = values.letterKeys
    language = values.language
    setLanguage(language)
    applyTheme(values.theme)
  }
  applyTheme(start.theme)
  const follow = (event: StorageEvent) => {
    if (event.key === storageKey) apply(readStoredValues())
  }
  addEventListener('storage', follow)
  return {
    theme,
    letterKeys,
    isStored: isKept,
    set(changes) {
      const values = {theme: theme.peek(), letterKeys: letterKeys.peek(), language, ...changes}
      apply(values)
      try {
        localStorage.setItem(storageKey, JSON.stringify(values))
        isKept.value = true
      } catch {
        isKept.value = false
      }
    },
    stop: () => removeEventListener('storage', follow),
  }
}
