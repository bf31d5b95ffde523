import {usePage} from '../../parts/library-context'
import {Select} from '../../parts/select'
import {common, settingsWords as words} from '../../words'
import {useOptions} from '../options-context'
import {useManaged} from '../use-managed'
import {Section, Setting} from './setting'

const offered = [1, 2, 5, 10, 15, 30, 60]

/** How often the team account is looked at; only while there is one. */
export function SyncSetting() {
  const {library, client} = usePage()
  const {account} = useOptions()
  const isManaged = useManaged().syncEvery !== undefined
  const every = account.view.value?.every
  if (every === undefined) return null
  const minutes = [...new Set([...offered, every])].toSorted((a, b) => a - b)
  const set = async (chosen: number) => {
    await library.run(() => client.ask('team.every', {minutes: chosen}))
    await account.refresh()
  }
  return (
    <Section title={words.sync}>
      <Setting name={words.syncEvery} hint={isManaged ? common.byOrganisation : words.syncEveryHint}>
        {isManaged ? (
          words.minutes(every)
        ) : (
          <Select
            name={words.syncEvery}
            value={String(every)}
            options={minutes.map(each => [String(each), words.minutes(each)] as const)}
            change={chosen => void set(Number(chosen))}
          />
        )}
      </Setting>
    </Section>
  )
}
