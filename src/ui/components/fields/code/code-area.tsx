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
import {getLanguage, maxEditorLength, type BodyType, type CodeLanguage, type TextFault} from './code-language'
import {indentJson} from './json-text'
import {findJsonError, getLineAndColumn} from '../../../../import-export/text/json-error'
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

/** A text area that the code editor replaces once it is loaded. Focus and cursor stay. */
function CodeText({at, name, language, value, change, faults, isLong, isCut, hintId, editor}: CodeTextProps) {
  const field = useField(at)
  const editorModule = useCodeEditor()
  const area = useRef<HTMLTextAreaElement>(null)
  const editorContainer = useRef<HTMLSpanElement>(null)
  const isSwapping = useRef(false)
  const [isComposing, setComposing] = useState(false)
  const isEditor = editorModule !== undefined && !isLong && !isComposing
  const [isSwapped, setSwapped] = useState(false)
  const current = useRef({value, change, field})
  current.current = {value, change, field}
  const onBlur = () => {
    if (!isSwapping.current) current.current.field.left()
  }

  useLayoutEffect(() => {
    if (!isEditor || !editorContainer.current) return undefined
    const plain = area.current
    const created = editorModule.createCodeEditor({
      parent: editorContainer.current,
      text: current.current.value,
      // A text area counts CRLF as one character.
      selection: current.current.value.includes('\r')
        ? {anchor: 0, head: 0}
        : {anchor: plain?.selectionStart ?? 0, head: plain?.selectionEnd ?? 0},
      change(text) {
        current.current.field.edited()
        current.current.change(text)
      },
      onBlur,
    })
    editor.current = created
    isSwapping.current = true
    if (plain && document.activeElement === plain) created.focus()
    isSwapping.current = false
    setSwapped(true)
    return () => {
      editor.current = null
      const hadFocus = created.hasFocus()
      const {anchor, head} = created.selection()
      isSwapping.current = true
      created.stop()
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
            onBlur={onBlur}
            onCompositionStart={() => setComposing(true)}
            onCompositionEnd={() => setComposing(false)}
            onInput={event => {
              field.edited()
              change(event.currentTarget.value)
            }}
            {...field.described}
          />
        )}
        <span class="code-place" ref={editorContainer} />
      </span>
      <FieldNotes field={field} />
    </span>
  )
}

/** Milliseconds after the last key. */
const checkDelay = 500
const noFaults: readonly TextFault[] = []

function findJsonFaults(text: string): readonly TextFault[] {
  const stop = findJsonError(text)
  if (stop === undefined) return noFaults
  const position = getLineAndColumn(text, stop)
  return [{message: formTexts('body.notJson', {line: position.line}), ...position}]
}

function useFaults(language: CodeLanguage, text: string): readonly TextFault[] {
  const {runCode} = useForm()
  const [foundFaults, setFound] = useState({language, text, faults: noFaults})
  useEffect(() => {
    if (language === 'text' || text.trim() === '' || text.length > maxEditorLength) return undefined
    let isCurrent = true
    async function faultsOfCode(): Promise<readonly TextFault[]> {
      const result = await runCode({kind: 'check', code: text})
      if (result.ok || result.why === 'unreachable') return noFaults
      const {why, message, line, column} = result
      return [{message: formatCodeFailure(why, message, line), line, column}]
    }
    const look = async () => {
      const faults = await (language === 'json' ? findJsonFaults(text) : faultsOfCode())
      if (isCurrent) setFound({language, text, faults})
    }
    const timer = setTimeout(() => void look().catch(() => undefined), checkDelay)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [language, text])
  return foundFaults.text === text && foundFaults.language === language ? foundFaults.faults : noFaults
}

type CodeAreaProps = {
  readonly at: string
  readonly name: string
  readonly kind: CodeKind
  readonly type: BodyType
  readonly value: string
  readonly change: (value: string, status?: string) => void
  /** The limit of a static text in bytes. */
  readonly maxBytes?: number
  readonly isServed?: boolean
}

/** Characters shown of a long text. */
const shownLength = 5_000

const languageLabels: Readonly<Record<CodeLanguage, () => string>> = {
  javascript: () => formTexts('body.language'),
  json: () => formTexts('body.json'),
  text: () => formTexts('body.text'),
}

type CodeStatus = {readonly of: string; readonly text: string; readonly isFault: boolean}

type CodeBarProps = Pick<CodeAreaProps, 'type'> & {
  readonly label: string
  readonly size: string
  readonly maxBytes: number | undefined
  readonly hintId: string
  readonly tryButton: RefObject<HTMLButtonElement | null>
  readonly isEmpty: boolean
  readonly canFormat: boolean
  readonly format: () => void
  readonly take: (file: File) => Promise<void>
  readonly run: () => void
}

function CodeBar({
  type,
  label,
  size,
  maxBytes,
  hintId,
  tryButton,
  isEmpty,
  canFormat,
  format,
  take,
  run,
}: CodeBarProps) {
  return (
    <div class="code-bar">
      <span>{label}</span>
      <span class="count">
        {maxBytes === undefined ? size : formTexts('code.sizeOf', {size, most: formatBytes(maxBytes)})}
      </span>
      <span class="fill" />
      <span class="code-leave" id={hintId}>
        {formTexts('code.leave')}
      </span>
      {type === 'static' && (
        <ChooseFile name={formTexts('redirect.choose')} class="code-action" onChoose={take}>
          {formTexts('redirect.choose')}
        </ChooseFile>
      )}
      <button type="button" class="code-action" disabled={!canFormat} onClick={format}>
        {formTexts('body.format')}
      </button>
      {type === 'code' && (
        <button type="button" class="code-action" ref={tryButton} disabled={isEmpty} onClick={run}>
          <Play size={14} strokeWidth={1.75} aria-hidden="true" />
          {formTexts('code.tryIt')}
        </button>
      )}
    </div>
  )
}

export function CodeArea({at, name, kind, type, value, change, maxBytes, isServed = false}: CodeAreaProps) {
  const [result, setResult] = useState<CodeStatus>()
  const editor = useRef<codeEditor.CodeEditor | null>(null)
  const [isWhole, setWhole] = useState(value.length <= maxEditorLength)
  const isLong = value.length > maxEditorLength
  const isCut = isLong && !isWhole
  const area = useRef<HTMLDivElement>(null)
  const isAsked = useRef(false)
  useLayoutEffect(() => {
    if (isAsked.current) area.current?.querySelector('textarea')?.focus()
  }, [isWhole])
  const tryButton = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const language = getLanguage(type, value)
  const foundFaults = useFaults(language, value)
  const trial = useTrial(kind, value, at, isServed)
  const failed = trial.result !== null && trial.result !== 'running' && !trial.result.ok ? trial.result : null
  const faults = useMemo<readonly TextFault[]>(() => {
    if (failed?.line === undefined || foundFaults.length > 0) return foundFaults
    const {why, message, line, column} = failed
    return [{message: formatCodeFailure(why, message, line), line, column}]
  }, [foundFaults, failed])

  function format() {
    const stop = findJsonError(value)
    if (stop !== undefined) {
      setResult({of: value, text: formTexts('body.notJson', {line: getLineAndColumn(value, stop).line}), isFault: true})
      return
    }
    const formatted = indentJson(value)
    setResult({of: formatted, text: formTexts('body.formatted'), isFault: false})
    change(formatted, formTexts('body.formatted'))
  }
  function indent() {
    const indented = editor.current?.indented() ?? value
    setResult({of: indented, text: formTexts('code.indented'), isFault: false})
    change(indented, formTexts('code.indented'))
  }
  async function take(file: File) {
    const read = await readTextFile(file, maxBytes ?? Infinity)
    if ('refused' in read) {
      setResult({of: value, text: read.refused, isFault: true})
      return
    }
    if (read.text.length > maxEditorLength) setWhole(false)
    change(read.text, formTexts('code.fileTaken', {name: shortenName(file.name)}))
  }

  const isEmpty = value.trim() === ''
  const size = formatBytes(getByteLength(value))
  const first = foundFaults[0]
  const status = result?.of === value ? result : first && {text: first.message, isFault: true}
  return (
    <div class="code-area" ref={area}>
      <CodeBar
        type={type}
        label={languageLabels[language]()}
        size={size}
        maxBytes={type === 'static' ? maxBytes : undefined}
        hintId={hintId}
        tryButton={tryButton}
        isEmpty={isEmpty}
        canFormat={!isEmpty && (type === 'static' || !isLong)}
        format={type === 'code' ? indent : format}
        take={take}
        run={() => void trial.run()}
      />
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
        value={isCut ? value.slice(0, shownLength) : value}
        change={next => {
          // A text is never shortened while the user edits it.
          setWhole(true)
          change(next)
        }}
        faults={faults}
        isLong={isLong}
        isCut={isCut}
        hintId={hintId}
        editor={editor}
      />
      <p class="code-result" role="status" data-danger={status?.isFault ? '' : undefined}>
        {status?.text}
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
