import {useSignal} from '@preact/signals'
import {useEffect, useMemo, useRef} from 'preact/hooks'
import {Upload} from 'lucide-preact'
import type {Progress} from '../../../interchange/imported'
import {ChooseFile} from '../../fields/file-picker'
import {Callout} from '../../parts/callout'
import {usePage} from '../../parts/library-context'
import {importWords as words} from '../../words'
import {PageTitle} from '../page-title'
import {ExportMenu} from './export-menu'
import {Preview} from './preview-list'
import {createPreview, type Preview as Read} from './preview'
import {rulesHere} from './shelf'
import {startReading} from './reading'
import {Start} from './start'

type State =
  | {readonly kind: 'start'}
  | {readonly kind: 'reading'; readonly name: string; readonly progress: Progress | null}
  | {readonly kind: 'failed'; readonly name: string; readonly reason: string}
  | {readonly kind: 'read'; readonly preview: Read}

/** Brings rules along from other tools and other browsers, and takes them out. */
export function ImportPage() {
  const {library} = usePage()
  const state = useSignal<State>({kind: 'start'})
  const stopped = useSignal('')
  const under = useRef<{stop: () => void} | null>(null)
  const stop = () => {
    under.current?.stop()
    under.current = null
  }
  useEffect(() => stop, [])

  async function read(from: Blob | string, name: string): Promise<void> {
    stop()
    state.value = {kind: 'reading', name, progress: null}
    stopped.value = ''
    const waiting = {stop: () => undefined}
    under.current = waiting
    // "Already here" is said of all rules, also of those that are still coming.
    if (!library.isWhole.peek()) await library.refresh()
    if (under.current !== waiting) return
    const reading = startReading({from, rules: rulesHere(library)}, progress => {
      if (state.peek().kind === 'reading') state.value = {kind: 'reading', name, progress}
    })
    under.current = reading
    const outcome = await reading.outcome
    if (under.current !== reading) return
    under.current = null
    state.value =
      'failed' in outcome
        ? {kind: 'failed', name, reason: outcome.failed}
        : {kind: 'read', preview: createPreview(name, outcome.file, library.groups.peek())}
  }
  const take = useMemo(
    () => ({
      file: (file: File) => read(file, file.name),
      text: (text: string) => void read(text, words.pasted),
    }),
    [],
  )
  // Wherever on the page, as its words say; and Chrome opens what is dropped beside a place for it, and the page would be gone.
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const [file, ...others] = event.dataTransfer?.files ?? []
      if (!file) return
      event.preventDefault()
      void take.file(file)
      if (others.length > 0) library.toasts.report(words.oneAtATime(file.name))
    }
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLTextAreaElement) return
      const [file] = event.clipboardData?.files ?? []
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (file) void take.file(file)
      else if (text.trim() !== '') take.text(text)
    }
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', allow)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', allow)
      document.removeEventListener('drop', drop)
    }
  }, [take])
  const over = () => {
    stopped.value = state.peek().kind === 'reading' ? words.stopped : ''
    stop()
    state.value = {kind: 'start'}
    // The button that was pressed goes.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  const now = state.value
  return (
    <>
      <header class="page-head">
        <PageTitle>{words.title}</PageTitle>
        <span class="fill" />
        <ChooseFile name={words.choose} class="button" take={take.file}>
          <Upload size={16} strokeWidth={1.75} aria-hidden="true" />
          {words.choose}
        </ChooseFile>
        <ExportMenu />
      </header>
      <p class="unseen" role="status">
        {stopped.value}
      </p>
      <div class="import">
        {now.kind === 'reading' && <ReadingStrip name={now.name} progress={now.progress} stop={over} />}
        {now.kind === 'failed' && (
          <Callout tone="danger" title={words.notRead(now.name)} role="alert">
            <p>{now.reason}</p>
            <p>{words.nothingAdded}</p>
          </Callout>
        )}
        {now.kind === 'read' ? <Preview key={now.preview} preview={now.preview} over={over} /> : <Start {...take} />}
      </div>
    </>
  )
}

type ReadingStripProps = {readonly name: string; readonly progress: Progress | null; readonly stop: () => void}

function ReadingStrip({name, progress, stop}: ReadingStripProps) {
  const [done, total] = [progress?.done ?? 0, progress?.total ?? 0]
  const share = total > 0 ? Math.round((100 * done) / total) : 0
  return (
    <div class="import-reading">
      <p role="status">{words.reading(name)}</p>
      <button type="button" class="button button-small" onClick={stop}>
        {words.stop}
      </button>
      <div
        class="progress-track"
        role="progressbar"
        aria-label={words.reading(name)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
      >
        <div style={{width: `${share}%`}} />
      </div>
    </div>
  )
}
