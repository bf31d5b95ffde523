import {useSignal} from '@preact/signals'
import type {Access} from '../../surface'
import {settingsWords as words} from '../../words'
import {useOptions} from '../options-context'
import {useAsked} from '../use-asked'
import {Section, Setting} from './setting'

const kinds = ['sites', 'files', 'incognito'] as const

/** What the person gives in the browser, and the way there. */
export function Permissions() {
  const {surface} = useOptions()
  const {answer, again} = useAsked<Access | null>(
    () => surface.access(),
    null,
    listener => surface.onAccess(listener),
  )
  const wasRefused = useSignal(false)
  const access = answer.value
  async function askForSites() {
    // Asked at once: after an await it would no longer be the answer to a click.
    const given = await surface.askForSites().catch(() => false)
    wasRefused.value = !given
    await again()
  }
  return (
    <Section title={words.permissions}>
      {kinds.map(kind => {
        const name = words.permissionNames[kind]
        const isGiven = access?.[kind]
        const state = isGiven === undefined ? words.unknown : isGiven ? words.allowed[kind] : words.withheld[kind]
        const isSites = kind === 'sites' && isGiven === false
        return (
          <Setting
            key={kind}
            name={name}
            hint={
              <>
                <span class={isGiven === false && kind === 'sites' ? 'warn' : undefined}>{state}</span>
                <span role={isSites ? 'alert' : undefined}>
                  {isSites && wasRefused.value && ` ${words.notAllowed}`}
                </span>
              </>
            }
          >
            {isSites && (
              <button type="button" class="button" onClick={() => void askForSites()}>
                {words.allowSites}
              </button>
            )}
            <button
              type="button"
              class="button button-quiet"
              aria-label={words.changeNamed(name)}
              onClick={() => surface.openBrowserPage('details')}
            >
              {words.change}
            </button>
          </Setting>
        )
      })}
    </Section>
  )
}
