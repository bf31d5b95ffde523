import {managedWords as words, settingsWords} from '../../words'
import {useManaged} from '../use-managed'
import {Section, Setting} from './setting'

/** What the organisation has set, said in one place; nothing where it has set nothing. */
export function Managed() {
  const {baseUrl, hasKey, syncEvery, rulesOn} = useManaged()
  if (baseUrl === undefined && syncEvery === undefined && rulesOn === undefined) return null
  return (
    <Section title={words.title} hint={words.hint}>
      {baseUrl !== undefined && (
        <Setting name={words.account} hint={hasKey ? words.accountConnected(baseUrl) : words.accountUrl(baseUrl)} />
      )}
      {rulesOn !== undefined && <Setting name={words.rulesOn}>{rulesOn ? words.on : words.off}</Setting>}
      {syncEvery !== undefined && <Setting name={words.syncEvery}>{settingsWords.minutes(syncEvery)}</Setting>}
    </Section>
  )
}
