import '../styles/tokens.css'
import '../styles/components.css'
import '../styles/panel.css'
import {render} from 'preact'
import type {WorkerClient} from '../../messaging/messages'
import {createActivity, type Activity} from '../request-log/activity'
import {PageProvider, usePage} from '../state/page-context'
import {createApplied} from '../state/applied'
import {createLibraryState} from '../state/library'
import {createSettings} from '../state/settings'
import {createRecorder, getNotRecordedReason, type Recorder} from './recorder'
import type {PanelBrowserAdapter} from './browser-adapter'
import {useSignal, type Signal} from '@preact/signals'
import {useEffect, useMemo} from 'preact/hooks'
import type {RuleType} from '../../model/rules'
import {activityLogKey, useRequestWatch} from '../request-log/use-request-watch'
import {getStaticResponse, type LogEntry} from '../request-log/log'
import {LogGrid} from '../request-log/log-grid'
import {LogHead, LogOff, LogTools} from '../request-log/log-tools'
import {MakeRule} from '../request-log/make-rule'
import {ToastHost} from '../components/toast-host'
import {createImportCommand} from '../commands/imports'
import {devtoolsPanelTexts} from '../../locales/devtools-panel'
import {shortenName} from '../sentences/quote'
import {createMocks, type Mocks} from './mocks'

const isDocument = ({request: {type}}: LogEntry) => type === 'main_frame' || type === 'sub_frame'

function formatName({request: {method, url}}: LogEntry): string {
  const {pathname, search} = new URL(url)
  return `${method} ${pathname}${search}`
}

const mostListed = 5

function formatList(all: Mocks['leftOut']): string {
  const more = all.length - mostListed
  return [
    ...all.slice(0, mostListed).map(({name, reason}) => devtoolsPanelTexts('named', {name: shortenName(name), reason})),
    ...(more > 0 ? [devtoolsPanelTexts('andMore', {count: more})] : []),
  ].join(' ')
}

type PanelPageProps = {
  readonly activity: Activity
  readonly recorder: Recorder
  readonly browserAdapter: PanelBrowserAdapter
}

type RecordDependencies = Pick<PanelPageProps, 'activity' | 'recorder'> & {
  readonly add: ReturnType<typeof createImportCommand>
  readonly chosen: Signal<ReadonlyMap<number, LogEntry>>
  /** The chosen requests, oldest first. */
  readonly entries: () => readonly LogEntry[]
  readonly statusText: Signal<string>
  readonly clearStatus: () => void
}

/** Records the chosen requests as mocks, and says which were left out and why. */
function createRecordCommand(deps: RecordDependencies) {
  const {activity, recorder} = deps
  const getStatic = (entry: LogEntry) => getStaticResponse(entry, activity.getAppliedRules(entry))
  /** Whether a Request rule changed the body. DevTools records the changed one. */
  const isRewritten = (entry: LogEntry) =>
    !entry.codeFailures?.some(({kind}) => kind === 'request') &&
    activity.getAppliedRules(entry).some(({ruleType}) => ruleType === 'Request')

  async function record(): Promise<void> {
    const chosen = deps.entries()
    const rewritten = chosen.filter(isRewritten)
    const all = chosen.filter(each => !rewritten.includes(each))
    const documents = all.filter(isDocument)
    // Scripts do not run in a page that a rule answers, so no other mock would apply there.
    const asked = documents.length < all.length ? all.filter(each => !isDocument(each)) : all
    const recorded = await Promise.all(asked.map(each => recorder.getRecording(each, getStatic(each))))
    const host = all.map(({request: {page}}) => URL.parse(page)?.host ?? '').find(each => each !== '') ?? ''
    const {records, leftOut, changed} = createMocks(
      recorded.filter(each => each !== null),
      host === '' ? devtoolsPanelTexts('groupWithoutHost') : devtoolsPanelTexts('group', {host}),
      await recorder.getDocuments(),
    )
    const notRecorded = [
      ...rewritten.map(each => ({name: formatName(each), reason: devtoolsPanelTexts('rewritten')})),
      ...(asked === all
        ? []
        : documents.map(each => ({name: formatName(each), reason: devtoolsPanelTexts('document')}))),
      ...asked
        .filter((_, index) => recorded[index] === null)
        .map(each => ({
          name: formatName(each),
          reason: devtoolsPanelTexts(`unrecorded.${getNotRecordedReason(each)}`),
        })),
      ...leftOut,
    ]
    deps.statusText.value = [
      ...(notRecorded.length === 0 ? [] : [devtoolsPanelTexts('notRecorded', {list: formatList(notRecorded)})]),
      ...(changed.length === 0 ? [] : [formatList(changed)]),
    ].join(' ')
    if (records.rules.length > 0 && (await deps.add(records, false, deps.clearStatus))) deps.chosen.value = new Map()
  }
  return {record, getStatic}
}

/** The requests of the inspected tab, and commands that create rules from them. */
function PanelPage({activity, recorder, browserAdapter}: PanelPageProps) {
  const {library, client} = usePage()
  const isOn = useRequestWatch(activity, browserAdapter.storedValues, browserAdapter.tab)
  const chosen = useSignal<ReadonlyMap<number, LogEntry>>(new Map())
  const statusText = useSignal('')
  const add = useMemo(() => createImportCommand({library, client}), [library, client])
  useEffect(() => {
    document.title = devtoolsPanelTexts('title')
  }, [])
  const entries = () =>
    [...chosen.peek().values()]
      .map(activity.getLatest)
      .toSorted((a, b) => a.request.time - b.request.time || a.number - b.number)
  const clearStatus = () => {
    statusText.value = ''
  }
  const clear = () => {
    chosen.value = new Map()
    clearStatus()
    activity.clear()
    recorder.clearBodies()
  }

  const {record, getStatic} = createRecordCommand({activity, recorder, add, chosen, entries, statusText, clearStatus})

  async function getAnswer(entry: LogEntry, type: RuleType) {
    clearStatus()
    if (type !== 'Response') return null
    const {response, missing} = await recorder.getResponse(entry, getStatic(entry))
    if (missing !== null)
      statusText.value = devtoolsPanelTexts(`beginsWithout.${missing}`, {name: shortenName(formatName(entry))})
    return response
  }
  const selectedCount = chosen.value.size
  return (
    <main>
      <header class="page-head">
        <h1>{devtoolsPanelTexts('title')}</h1>
        {isOn.value === true && (
          <LogHead activity={activity} start={() => activity.start(browserAdapter.tab)} clear={clear} />
        )}
      </header>
      {isOn.value === false && (
        <LogOff
          turnOn={() => void browserAdapter.storedValues.write(activityLogKey, true).catch(library.toasts.reportError)}
        />
      )}
      {isOn.value === true && (
        <>
          <LogTools
            activity={activity}
            scope={
              <button
                type="button"
                class="button button-small"
                title={devtoolsPanelTexts('recordHint')}
                aria-disabled={selectedCount === 0 ? true : undefined}
                onClick={() => {
                  if (chosen.peek().size > 0) void record()
                }}
              >
                {devtoolsPanelTexts('record', {count: selectedCount})}
              </button>
            }
          />
          <p class="panel-said" role="status">
            {statusText.value}
          </p>
          <LogGrid
            activity={activity}
            go={browserAdapter.openOptions}
            chosen={chosen}
            more={entry => (
              <MakeRule asked={entry.request} go={browserAdapter.openOptions} answer={type => getAnswer(entry, type)} />
            )}
          />
        </>
      )}
      <ToastHost toasts={library.toasts} />
    </main>
  )
}

/** Renders the DevTools panel, which watches the inspected tab; returns a function that stops. */
export function mountPanel(
  root: HTMLElement,
  {client, browserAdapter}: {readonly client: WorkerClient; readonly browserAdapter: PanelBrowserAdapter},
): () => void {
  const settings = createSettings()
  const library = createLibraryState(client)
  const applied = createApplied({browserAdapter, library})
  const activity = createActivity({port: browserAdapter.activity, library})
  const recorder = createRecorder({
    onFinished: browserAdapter.onFinished,
    isLive: () => activity.isLive.peek(),
  })
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (!link) return
    event.preventDefault()
    browserAdapter.openOptions(link.getAttribute('href') ?? '')
  }
  root.addEventListener('click', onClick)
  root.classList.add('panel')
  render(
    <PageProvider value={{library, client, browserAdapter, settings, applied}}>
      <PanelPage activity={activity} recorder={recorder} browserAdapter={browserAdapter} />
    </PageProvider>,
    root,
  )
  return () => {
    root.removeEventListener('click', onClick)
    recorder.stop()
    activity.stop()
    library.stop()
    settings.stop()
    render(null, root)
  }
}
