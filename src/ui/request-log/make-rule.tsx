import {Plus} from 'lucide-preact'
import type {RuleType} from '../../model/rules'
import {usePage} from '../state/page-context'
import {Menu} from '../components/menu'
import {createNewRuleItems} from '../components/new-rule-menu'
import {hashes} from '../routes'
import {commonTexts} from '../../locales/common'
import {storePrefilledRequest, type RecordedAnswer} from './prefilled-request'
import type {LoggedRequest} from './request-events'

type MakeRuleProps = {
  readonly asked: LoggedRequest
  readonly go: (hash: string) => void
  readonly answer?: (type: RuleType) => Promise<RecordedAnswer | null>
}

/** A menu that opens the form of a new rule, prefilled for a request. */
export function MakeRule({asked, go, answer = async () => null}: MakeRuleProps) {
  const {library, browserAdapter} = usePage()
  async function make(type: RuleType): Promise<void> {
    try {
      const draft = await storePrefilledRequest(browserAdapter.storedValues, asked, await answer(type))
      go(hashes.newRule(type, {host: '', url: asked.url, draft}))
    } catch (error) {
      library.toasts.reportError(error)
    }
  }
  return (
    <Menu
      name={commonTexts('newRule')}
      menuName={commonTexts('newRuleMenu')}
      class="button button-small"
      wide
      items={() => createNewRuleItems(type => void make(type))}
    >
      <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
      {commonTexts('newRule')}
    </Menu>
  )
}
