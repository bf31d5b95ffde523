import {standingOf} from '../../../contract/managed'
import {managedWords as words, settingsWords} from '../../words'
import {useOptions} from '../options-context'
import {useManaged} from '../use-managed'
import {Section, Setting} from './setting'

/** What the organisation has set, said in one place; nothing where it has set nothing. */
export function Managed() {
  const managed = useManaged()
  const account = useOptions().account.view.value ?? null
  const {baseUrl, syncEvery, rulesOn} = managed
  if (baseUrl === undefined && syncEvery === undefined && rulesOn === undefined) return null
  return (
    <Section title={words.title} hint={words.hint}>
      {baseUrl !== undefined && (
        <Setting
          name={words.account}
          hint={words.accountIs[standingOf(managed, account)](baseUrl, account?.url ?? '')}
        />
      )}
      {rulesOn !== undefined && <Setting name={words.rulesOn}>{rulesOn ? words.on : words.off}</Setting>}
      {syncEvery !== undefined && <Setting name={words.syncEvery}>{settingsWords.minutes(syncEvery)}</Setting>}
    </Section>
  )
}
