import {shortenName} from '../../sentences/quote'
import {formatError} from '../../sentences/faults'
import {batch, useSignal} from '@preact/signals'
import {useEffect, useRef} from 'preact/hooks'
import type {WorkerClient} from '../../../messaging/messages'
import type {ManagedPolicyView} from '../../../model/managed-policy'
import type {RuleView} from '../../../model/views'
import {Callout} from '../../components/callout'
import {usePage} from '../../state/page-context'
import {hashes} from '../../routes'
import {describeProblems} from '../../sentences/problems'
import type {AccountState} from '../../state/account'
import type {LibraryState} from '../../state/library'
import {isRuleActive, getRuleName} from '../../state/sections'
import {accountTexts} from '../../../locales/account'
import {automationTexts} from '../../../locales/automation'
import {commonTexts} from '../../../locales/common'
import {managedTexts} from '../../../locales/managed'
import {KeyField} from '../account/key-field'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {useManagedPolicy} from '../../hooks/use-fetched'
import {applyAccount, applyRules} from './apply'

type Outcome = {readonly tone: 'good' | 'danger'; readonly text: string; readonly ids: readonly string[]}

/** A form for scripts. The outcome is in the document title, since every driver can wait for it. */
export function AutomationPage() {
  const {library, client} = usePage()
  const {account} = useOptions()
  const managed = useManagedPolicy()
  const {baseUrl} = managed
  const rulesField = useRef<HTMLTextAreaElement>(null)
  const urlField = useRef<HTMLInputElement>(null)
  const keyField = useRef<HTMLInputElement>(null)
  const hasKey = useSignal(false)
  const isRevealed = useSignal(false)
  const isApplying = useSignal(false)
  const outcome = useSignal<Outcome | null>(null)
  const title = outcome.value?.text ?? (isApplying.value ? automationTexts('applying') : null)
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])

  async function apply() {
    if (isApplying.peek()) return
    // A driver may read the title before the next frame.
    document.title = automationTexts('applying')
    batch(() => {
      isApplying.value = true
      outcome.value = null
    })
    // The key is only in its field and in one message.
    const [text = '', url = '', key = ''] = [rulesField, urlField, keyField].map(({current}) => current?.value.trim())
    const next = await applyForm({library, client, account, managed}, {text, url, key}).catch(
      (error: unknown): Outcome => ({
        tone: 'danger',
        text: automationTexts('notApplied', {reason: formatError(error)}),
        ids: [],
      }),
    )
    batch(() => {
      isApplying.value = false
      outcome.value = next
    })
  }

  return (
    <>
      <header class="page-head">
        <PageTitle>{automationTexts('title')}</PageTitle>
      </header>
      <div class="scroll">
        <form
          class="automation"
          autocomplete="off"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void apply()
          }}
        >
          <p>{automationTexts('about')}</p>
          <div>
            <label for="automation-rules">{automationTexts('rules')}</label>
            <textarea
              ref={rulesField}
              id="automation-rules"
              class="field code"
              rows={10}
              spellcheck={false}
              aria-describedby="automation-hint"
            />
            <p class="hint" id="automation-hint">
              {automationTexts('rulesHint')} {automationTexts('code')}
            </p>
          </div>
          <fieldset class="account-card">
            <legend class="unseen">{automationTexts('orAccount')}</legend>
            <p class="automation-or" aria-hidden="true">
              {automationTexts('orAccount')}
            </p>
            {baseUrl !== undefined && (
              <p class="hint">
                {managedTexts('title')}. {managedTexts('accountIs.address', {set: baseUrl})}
              </p>
            )}
            <div class="account-fields">
              <div>
                <label for="automation-url">{accountTexts('url')}</label>
                <input ref={urlField} id="automation-url" class="field code" inputMode="url" spellcheck={false} />
              </div>
              <KeyField
                field={keyField}
                keyEnd={null}
                hasKey={hasKey}
                isRevealed={isRevealed}
                error={undefined}
                onEdit={() => undefined}
              />
            </div>
          </fieldset>
          <div class="account-buttons">
            <button type="submit" class="button button-main" aria-disabled={isApplying.value ? true : undefined}>
              {automationTexts('apply')}
            </button>
            <b role="status" class="automation-outcome" data-tone={outcome.value?.tone}>
              {title}
            </b>
          </div>
          {outcome.value && <Problems ids={outcome.value.ids} />}
        </form>
      </div>
    </>
  )
}

type FormDependencies = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly account: AccountState
  readonly managed: ManagedPolicyView
}
async function applyForm(
  {library, client, account, managed}: FormDependencies,
  {text, url, key}: {readonly text: string; readonly url: string; readonly key: string},
): Promise<Outcome> {
  const [hasRules, hasAccount] = [text !== '', url !== '' || key !== '']
  if (hasRules === hasAccount) throw new Error(hasRules ? automationTexts('both') : automationTexts('nothing'))
  await library.refresh()
  if (library.isPaused.peek())
    throw new Error(managed.rulesOn === false ? automationTexts('allOffSet') : automationTexts('allOff'))
  const appliedIds = hasAccount ? null : (await applyRules(client, text)).rules.map(({id}) => id)
  const count = appliedIds
    ? appliedIds.length
    : await applyAccount({client, account, managedUrl: managed.baseUrl}, {url, key})
  await library.refresh()
  const ids = appliedIds ?? teamIds(library)
  const engineFailure = library.engineFailure.peek()
  if (engineFailure !== null) throw new Error(engineFailure)
  const shouldBeInForce = (view: RuleView) => view.rule === null || isRuleActive(view)
  const [first, ...others] = findProblemRules(library, ids)
    .filter(({view, worst}) => (worst.isLeftOut || worst.condition !== undefined) && shouldBeInForce(view))
    .toSorted((a, b) => Number(b.worst.isLeftOut) - Number(a.worst.isLeftOut))
  if (!first) return {tone: 'good', text: automationTexts('applied', {count}), ids}
  return {
    tone: 'danger',
    text: automationTexts('appliedButOne', {
      count,
      name: shortenName(first.name),
      others: others.length,
      hasCondition: first.worst.condition !== undefined,
      condition: first.worst.condition ?? 0,
      hasReason: first.worst.reason !== undefined,
      reason: first.worst.reason ?? first.worst.title,
    }),
    ids,
  }
}

const teamIds = (library: LibraryState) =>
  library.rows.peek().flatMap(row => (row.peek().isTeam ? [row.peek().id] : []))

const findProblemRules = (library: LibraryState, ids: readonly string[]) =>
  ids.flatMap(id => {
    const view = library.getRow(id)?.value
    const [worst] = view ? describeProblems(view).filter(({tone}) => tone !== 'note') : []
    return view && worst ? [{id, view, name: getRuleName(view, commonTexts('untitled')), worst}] : []
  })

function Problems({ids}: {readonly ids: readonly string[]}) {
  const {library} = usePage()
  const problemRules = findProblemRules(library, ids)
  if (problemRules.length === 0) return null
  return (
    <Callout tone="warn" title={automationTexts('withProblems')}>
      <ul>
        {problemRules.map(({id, name, worst}) => (
          <li key={id}>
            <a href={hashes.rule(id)} dir="auto">
              {name}
            </a>{' '}
            {worst.title}. {worst.sentence}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
