import {grouped} from '../../numbers'
import {usePage} from '../../parts/library-context'
import type {Limit, Use} from '../../surface'
import {settingsWords as words} from '../../words'
import {useOptions} from '../options-context'
import {useAsked} from '../use-asked'
import {Section, Setting} from './setting'

const shown: readonly Limit[] = ['unsafe', 'dynamic', 'session', 'regex']
const nearlyFull = 0.9

function Meter({limit, use: {used, most}}: {readonly limit: Limit; readonly use: Use}) {
  const text = words.meters[limit](grouped(used), grouped(most))
  const note = used >= most ? words.full : used >= most * nearlyFull ? words.nearlyFull : undefined
  return (
    <div class="meter" data-tone={note === undefined ? undefined : 'warn'}>
      <p class="meter-text">
        <span>{text}</span>
        {note !== undefined && <span class="warn">{note}</span>}
      </p>
      <div
        role="meter"
        class="meter-track"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(used, most)}
        aria-valuetext={note === undefined ? text : `${text}, ${note}`}
      >
        <div class="meter-fill" style={{width: `${Math.min(100, (used / most) * 100)}%`}} />
      </div>
    </div>
  )
}

/** How much of Chrome's limits the rules take, counted from what is installed now. */
export function Limits() {
  const {client} = usePage()
  const {surface} = useOptions()
  const onChange = (again: () => void) => client.onChange(again)
  const limits = useAsked<Readonly<Record<Limit, Use>> | null>(() => surface.limits(), null, onChange).answer.value
  const stored = useAsked<number | undefined>(
    async () => (await navigator.storage.estimate()).usage,
    undefined,
    onChange,
  ).answer.value
  return (
    <Section title={words.limits} hint={words.limitsHint}>
      {limits === null ? (
        <div class="setting hint">{words.unknown}</div>
      ) : (
        shown.map(limit => <Meter key={limit} limit={limit} use={limits[limit]} />)
      )}
      {stored !== undefined && <Setting name={words.storage}>{words.stored(stored)}</Setting>}
    </Section>
  )
}
