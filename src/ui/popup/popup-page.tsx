import {useSignal} from '@preact/signals'
import {ExternalLink} from 'lucide-preact'
import {useEffect, useMemo, useRef} from 'preact/hooks'
import type {RuleType} from '../../contract/rules'
import {Callout} from '../parts/callout'
import {GlobalSwitch} from '../parts/global-switch'
import {IconButton} from '../parts/icon-button'
import {usePage} from '../parts/library-context'
import {Mark} from '../parts/mark'
import {NewRuleMenu} from '../parts/new-rule-menu'
import {SearchField} from '../parts/search-field'
import {ToastHost} from '../parts/toast-host'
import {hashes} from '../routes'
import {common, popupWords} from '../words'
import {FirstRun} from './first-run'
import {FoundRules} from './found-rules'
import {arrowsBetweenRows} from './row-keys'
import {Library} from './library'
import type {PopupSurface} from './surface'

/** Of a page that rules can change; an empty text for the browser's own pages. */
function hostOf(url: string | undefined): string {
  if (url === undefined || !/^https?:/.test(url)) return ''
  return URL.parse(url)?.hostname ?? ''
}

export function PopupPage({surface}: {readonly surface: PopupSurface}) {
  const {library} = usePage()
  const typed = useSignal('')
  const go = useMemo(
    () => ({
      edit(id: string) {
        surface.openOptions(hashes.rule(id))
        surface.close()
      },
      async create(type: RuleType) {
        // The new rule is made without a host where the tab cannot be seen.
        const tab = await surface.currentTab().catch(() => ({url: undefined}))
        surface.openOptions(hashes.newRule(type, hostOf(tab.url)))
        surface.close()
      },
    }),
    [surface],
  )
  const main = useRef<HTMLElement>(null)
  // What is found is read from the top.
  useEffect(() => {
    if (main.current) main.current.scrollTop = 0
  }, [typed.value])
  const size = library.rows.value.length
  const isFirstRun = library.loaded.value && size === 0
  return (
    <>
      <header class="popup-head">
        <Mark />
        <h1>{common.product}</h1>
        <GlobalSwitch />
      </header>
      {!isFirstRun && (
        <div class="popup-tools">
          <SearchField
            value={typed.value}
            change={text => {
              typed.value = text
            }}
            hint={popupWords.searchIn(size)}
            focusFirst
          />
          <NewRuleMenu choose={type => void go.create(type)} />
        </div>
      )}
      <main class="popup-main" ref={main} onKeyDown={arrowsBetweenRows}>
        {library.failure.value !== null && (
          <Callout tone="danger" title={common.unreachable} role="alert">
            <p>{library.failure.value}</p>
          </Callout>
        )}
        {library.trouble.value !== null && (
          <Callout tone="danger" title={common.trouble}>
            <p>{library.trouble.value}</p>
          </Callout>
        )}
        {isFirstRun && <FirstRun create={type => void go.create(type)} />}
        {!isFirstRun &&
          (typed.value.trim() === '' ? <Library edit={go.edit} /> : <FoundRules typed={typed.value} edit={go.edit} />)}
      </main>
      <footer class="popup-foot">
        <span class="where-kept">{common.onDevice}</span>
        <IconButton
          icon={ExternalLink}
          name={popupWords.options}
          onClick={() => {
            surface.openOptions(hashes.rules)
            surface.close()
          }}
        />
      </footer>
      <ToastHost toasts={library.toasts} />
    </>
  )
}
