import {Check, X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import type {Problem} from '../../contract/problems'
import type {Rule} from '../../contract/rule'
import type {Tested} from '../../simulator/tested'
import {isInPage, type Verdict} from '../../simulator/verdict'
import {actionOf} from '../options/editor/order-actions'
import {usePage} from '../parts/library-context'
import {PhraseText} from '../parts/phrase-text'
import {SaidText} from '../parts/said-text'
import {hashes} from '../routes'
import {doesInList} from '../sentences/does'
import {sayProblem} from '../sentences/problems'
import {checksSaid, verdictSaid} from '../sentences/why'
import {testedPlace} from '../tester/kept'
import {activityWords as words, common, problemActionWords} from '../words'
import type {CodeFailed, Entry} from './entries'

type OfRuleProps = {
  readonly rule: Rule
  /** Undefined for a rule that acted and does not match the URL that was asked for, or that is deleted since. */
  readonly verdict: Verdict | undefined
  readonly entry: Entry
  readonly tested: Tested
  readonly did: boolean
  readonly go: (hash: string) => void
}

/** What one rule did to a request, or which check failed, and what can be done about it. */
export function OfRule({rule, verdict, entry, tested, did, go}: OfRuleProps) {
  const {library, client, surface} = usePage()
  const {id} = rule
  const name = rule.name.trim() || common.untitled
  const action = did || !verdict ? undefined : actionOf(verdict, {library, client, id})
  const codeFailed = entry.codeFailed?.find(each => each.id === id)
  const edit = codeFailed ? problemActionWords.openCode : words.edit
  const failure = codeFailed ? sayProblem(problemOfCode(codeFailed)) : null
  const isDeleted = library.rowOf(id) === undefined
  /** Opens the rule's form with this request in its tester. */
  const test = async () => {
    await surface.kept.write(testedPlace(id), tested).catch(() => undefined)
    go(hashes.rule(id))
  }
  return (
    <section>
      <h2>{failure ? failure.title : did ? words.did(name) : words.whyNamed(name)}</h2>
      {failure ? (
        <p>{failure.sentence}</p>
      ) : isDeleted ? (
        <p>{words.deletedSince}</p>
      ) : did || !verdict ? (
        <p>
          {verdict?.deed ? <SaidText said={verdictSaid(verdict, tested)} /> : <PhraseText phrase={doesInList(rule)} />}
        </p>
      ) : (
        <Checks verdict={verdict} entry={entry} tested={tested} />
      )}
      {!isDeleted && (
        <div class="activity-actions">
          <a class="button button-small" href={hashes.rule(id)} aria-label={words.about(edit, name)}>
            {edit}
          </a>
          {action && (
            <button
              type="button"
              class="button button-small"
              aria-label={words.about(action.label, name)}
              onClick={event => {
                // The button goes when it has done what it says.
                event.currentTarget.parentElement?.querySelector('a')?.focus()
                action.act()
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            class="button button-small button-quiet"
            aria-label={words.about(words.test, name)}
            onClick={() => void test()}
          >
            {words.test}
          </button>
        </div>
      )}
    </section>
  )
}

/** The checks that a rule passed, and last the one that failed. */
function Checks({verdict, entry, tested}: {readonly verdict: Verdict} & Pick<OfRuleProps, 'entry' | 'tested'>) {
  const {deed, reason} = verdict
  const isBodyUnknown =
    reason?.why === 'filter' &&
    reason.filter === 'requestPayload' &&
    tested.payload === '' &&
    entry.asked.payload !== ''
  return (
    <ul>
      {checksSaid(verdict, tested).map(({name, passed, said}, at) => (
        <CheckLine key={`${name} ${at}`} passed={passed}>
          {!passed && isBodyUnknown ? words.bodyUnknown : <SaidText said={said} />}
        </CheckLine>
      ))}
      {deed !== null && (
        <CheckLine passed={false}>{words.unreported[isInPage(verdict) ? 'page' : 'browser']}</CheckLine>
      )}
    </ul>
  )
}

const problemOfCode = ({pair, kind, why, message, line}: CodeFailed): Problem => ({
  code: 'code-failed',
  pair,
  field: 'value',
  says: {kind, why, message, ...(line === undefined ? {} : {line})},
})

const CheckLine = ({passed, children}: {readonly passed: boolean; readonly children: ComponentChildren}) => {
  const Shape = passed ? Check : X
  return (
    <li data-passed={passed}>
      <Shape size={16} strokeWidth={1.75} role="img" aria-label={passed ? words.holds : words.holdsNot} />
      <span>{children}</span>
    </li>
  )
}
