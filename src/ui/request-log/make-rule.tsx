import {Plus} from 'lucide-preact'
import type {RuleType} from '../../model/rules'
import {usePage} from '../state/page-context'
import {Menu} from '../components/menu'
import {createNewRuleItems} from '../components/new-rule-menu'
import {hashes} from '../routes'
import {commonTexts} from '../../locales/common'
import {prepare, type Answer} from './prefilled-request'
import type {Asked} from './request-events'

type MakeRuleProps = {
  readonly asked: Asked
  readonly go: (hash: string) => void
  readonly answer?: (type: RuleType) => Promise<Answer | null>
}

/** A menu that opens the form of a new rule, prefilled for a request. */
export function MakeRule({asked, go, answer = async () => null}: MakeRuleProps) {
  const {library, browserAdapter} = usePage()
  async function make(type: RuleType): Promise<void> {
    try {
      const draft = await prepare(browserAdapter.storedValues, asked, await answer(type))
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
