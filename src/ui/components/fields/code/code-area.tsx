import {formatCodeFailure} from '../../../sentences/code-failure'
import {shortenName} from '../../../sentences/quote'
import {Play} from 'lucide-preact'
import type {RefObject} from 'preact'
import {useId, useLayoutEffect, useMemo, useRef, useState, useEffect} from 'preact/hooks'
import {getByteLength, formatBytes} from '../../../format'
import {formTexts} from '../../../../locales/forms'
import {ChooseFile, readTextFile} from '../file-picker'
import {FieldNotes} from '../text-field'
import {useForm, useField} from '../../../hooks/use-field'
import type * as codeEditor from './code-editor'
import {languageOf, longest, type BodyType, type CodeLanguage, type TextFault} from './code-language'
import {indentedJson, jsonStopsAt, placeIn} from './json-text'
import {useTrial, TrialPanel, type CodeKind} from './code-trial'

type CodeTextProps = {
  readonly at: string
  readonly name: string
  readonly language: CodeLanguage
  readonly value: string
  readonly change: (value: string) => void
  readonly faults: readonly TextFault[]
  readonly isLong: boolean
  readonly isCut: boolean
  readonly hintId: string
  readonly editor: RefObject<codeEditor.CodeEditor | null>
}

function useCodeEditor(): typeof codeEditor | undefined {
  const [loaded, setLoaded] = useState<typeof codeEditor>()
  useEffect(() => {
    // Without it the text area stays.
    import('./code-editor').then(setLoaded, () => undefined)
  }, [])
  return loaded
}

/** A text area, replaced by the code editor once that is loaded. Focus and cursor stay. */
function CodeText({at, name, language, value, change, faults, isLong, isCut, hintId, editor}: CodeTextProps) {
  const field = useField(at)
  const part = useCodeEditor()
  const area = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLSpanElement>(null)
  const isSwapping = useRef(false)
  const [isComposing, setComposing] = useState(false)
  const isEditor = part !== undefined && !isLong && !isComposing
  const [isSwapped, setSwapped] = useState(false)
  const current = useRef({value, change, field})
  current.current = {value, change, field}
  const left = () => {
    if (!isSwapping.current) current.current.field.left()
  }

  useLayoutEffect(() => {
    if (!isEditor || !place.current) return undefined
    const plain = area.current
    const made = part.createCodeEditor({
      parent: place.current,
      text: current.current.value,
      // A text area counts CRLF as one character.
      selection: current.current.value.includes('\r')
        ? {anchor: 0, head: 0}
        : {anchor: plain?.selectionStart ?? 0, head: plain?.selectionEnd ?? 0},
      change(text) {
        current.current.field.edited()
        current.current.change(text)
      },
      left,
    })
    editor.current = made
    isSwapping.current = true
    if (plain && document.activeElement === plain) made.focus()
    isSwapping.current = false
    setSwapped(true)
    return () => {
      editor.current = null
      const hadFocus = made.hasFocus()
      const {anchor, head} = made.selection()
      isSwapping.current = true
      made.stop()
      isSwapping.current = false
      setSwapped(false)
      if (!hadFocus) return
      area.current?.focus()
      area.current?.setSelectionRange(Math.min(anchor, head), Math.max(anchor, head))
    }
  }, [isEditor])
  useLayoutEffect(() => editor.current?.setText(value), [value, isSwapped])
  useLayoutEffect(() => editor.current?.setLanguage(language), [language, isSwapped])
  useLayoutEffect(() => editor.current?.mark(faults), [faults, isSwapped])
  const {'aria-invalid': isInvalid, 'aria-describedby': notes} = field.described
  const described = notes ?? hintId
  useLayoutEffect(
    () =>
      editor.current?.describe({
        'aria-label': name,
        'aria-describedby': described,
        'aria-invalid': isInvalid ? 'true' : undefined,
        'data-path': at,
        spellcheck: 'false',
      }),
    [name, described, isInvalid, at, isSwapped],
  )
  return (
    <span class="field-cell">
      <span class="code-text">
        {!(isEditor && isSwapped) && (
          <textarea
            ref={area}
            class="field code"
            rows={12}
            wrap={isLong ? 'off' : undefined}
            readOnly={isCut}
            aria-label={name}
            data-path={at}
            value={value}
            spellcheck={false}
            autocomplete="off"
            onBlur={left}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            onInput={event => {
              field.edited()
              change(event.currentTarget.value)
            }}
            {...field.described}
          />
        )}
        <span class="code-place" ref={place} />
      </span>
      <FieldNotes field={field} />
    </span>
  )
}

/** Milliseconds after the last key. */
const pause = 500
const none: readonly TextFault[] = []

function faultsOfJson(text: string): readonly TextFault[] {
  const stop = jsonStopsAt(text)
  if (stop === undefined) return none
  const place = placeIn(text, stop)
  return [{says: formTexts('body.notJson', {line: place.line}), ...place}]
}

function useFaults(language: CodeLanguage, text: string): readonly TextFault[] {
  const {run} = useForm()
  const [found, setFound] = useState({language, text, faults: none})
  useEffect(() => {
    if (language === 'text' || text.trim() === '' || text.length > longest) return undefined
    let isCurrent = true
    async function faultsOfCode(): Promise<readonly TextFault[]> {
      const result = await run({kind: 'check', code: text})
      if (result.ok || result.why === 'unreachable') return none
      const {why, message, line, column} = result
      return [{says: formatCodeFailure(why, message, line), line, column}]
    }
    const look = async () => {
      const faults = await (language === 'json' ? faultsOfJson(text) : faultsOfCode())
      if (isCurrent) setFound({language, text, faults})
    }
    const timer = setTimeout(() => void look().catch(() => undefined), pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [language, text])
  return found.text === text && found.language === language ? found.faults : none
}

type CodeAreaProps = {
  readonly at: string
  readonly name: string
  readonly kind: CodeKind
  readonly type: BodyType
  readonly value: string
  readonly change: (value: string, said?: string) => void
  /** The limit of a static text in bytes. */
  readonly most?: number
  readonly isServed?: boolean
}

/** Characters shown of a long text. */
const shownOfLong = 5_000

const languageWords: Readonly<Record<CodeLanguage, string>> = {
  javascript: formTexts('body.language'),
  json: formTexts('body.json'),
  text: formTexts('body.text'),
}

type Said = {readonly of: string; readonly text: string; readonly isFault: boolean}

export function CodeArea({at, name, kind, type, value, change, most, isServed = false}: CodeAreaProps) {
  const [result, setResult] = useState<Said>()
  const editor = useRef<codeEditor.CodeEditor | null>(null)
  const [isWhole, setWhole] = useState(value.length <= longest)
  const isLong = value.length > longest
  const isCut = isLong && !isWhole
  const area = useRef<HTMLDivElement>(null)
  const isAsked = useRef(false)
  useLayoutEffect(() => {
    if (isAsked.current) area.current?.querySelector('textarea')?.focus()
  }, [isWhole])
  const tryButton = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const language = languageOf(type, value)
  const found = useFaults(language, value)
  const trial = useTrial(kind, value, at, isServed)
  const failed = trial.result !== null && trial.result !== 'running' && !trial.result.ok ? trial.result : null
  const faults = useMemo<readonly TextFault[]>(() => {
    if (failed?.line === undefined || found.length > 0) return found
    const {why, message, line, column} = failed
    return [{says: formatCodeFailure(why, message, line), line, column}]
  }, [found, failed])

  function format() {
    const stop = jsonStopsAt(value)
    if (stop !== undefined) {
      setResult({of: value, text: formTexts('body.notJson', {line: placeIn(value, stop).line}), isFault: true})
      return
    }
    const formatted = indentedJson(value)
    setResult({of: formatted, text: formTexts('body.formatted'), isFault: false})
    change(formatted, formTexts('body.formatted'))
  }
  function indent() {
    const indented = editor.current?.indented() ?? value
    setResult({of: indented, text: formTexts('code.indented'), isFault: false})
    change(indented, formTexts('code.indented'))
  }
  async function take(file: File) {
    const read = await readTextFile(file, most ?? Infinity)
    if ('refused' in read) {
      setResult({of: value, text: read.refused, isFault: true})
      return
    }
    if (read.text.length > longest) setWhole(false)
    change(read.text, formTexts('code.fileTaken', {name: shortenName(file.name)}))
  }

  const canFormat = value.trim() !== '' && (type === 'static' || !isLong)
  const size = formatBytes(getByteLength(value))
  const first = found[0]
  const said = result?.of === value ? result : first && {text: first.says, isFault: true}
  return (
    <div class="code-area" ref={area}>
      <div class="code-bar">
        <span>{languageWords[language]}</span>
        <span class="count">
          {type === 'static' && most !== undefined ? formTexts('code.sizeOf', {size, most: formatBytes(most)}) : size}
        </span>
        <span class="fill" />
        <span class="code-leave" id={hintId}>
          {formTexts('code.leave')}
        </span>
        {type === 'static' && (
          <ChooseFile name={formTexts('redirect.choose')} class="code-action" take={take}>
            {formTexts('redirect.choose')}
          </ChooseFile>
        )}
        <button type="button" class="code-action" disabled={!canFormat} onClick={type === 'code' ? indent : format}>
          {formTexts('body.format')}
        </button>
        {type === 'code' && (
          <button
            type="button"
            class="code-action"
            ref={tryButton}
            disabled={value.trim() === ''}
            onClick={() => void trial.run()}
          >
            <Play size={14} strokeWidth={1.75} aria-hidden="true" />
            {formTexts('code.tryIt')}
          </button>
        )}
      </div>
      {isCut && (
        <p class="code-result">
          {formTexts('body.beginning', {size})}{' '}
          <button
            type="button"
            class="link-button"
            onClick={() => {
              isAsked.current = true
              setWhole(true)
            }}
          >
            {formTexts('body.editWhole')}
          </button>
        </p>
      )}
      <CodeText
        key={type}
        at={at}
        name={name}
        language={language}
        value={isCut ? value.slice(0, shownOfLong) : value}
        change={next => {
          // A text is never cut while someone edits it.
          setWhole(true)
          change(next)
        }}
        faults={faults}
        isLong={isLong}
        isCut={isCut}
        hintId={hintId}
        editor={editor}
      />
      <p class="code-result" role="status" data-danger={said?.isFault ? '' : undefined}>
        {said?.text}
      </p>
      {type === 'code' && trial.sample && (
        <TrialPanel
          kind={kind}
          sample={trial.sample}
          isServed={isServed}
          result={trial.result}
          change={trial.change}
          run={() => void trial.run()}
          close={() => {
            tryButton.current?.focus()
            trial.close()
          }}
        />
      )}
    </div>
  )
}
