import type {RefObject} from 'preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import {FieldNotes} from '../text-field'
import {useField} from '../use-field'
import type * as codeEditor from './code-editor'
import type {CodeLanguage, TextFault} from './code-language'

type CodeTextProps = {
  readonly at: string
  readonly name: string
  readonly language: CodeLanguage
  readonly value: string
  readonly change: (value: string) => void
  readonly faults: readonly TextFault[]
  /** Too long for the code editor. */
  readonly isLong: boolean
  /** Only the beginning, which is read-only. */
  readonly isCut: boolean
  /** The id of the hint on leaving by keyboard. */
  readonly hintId: string
  readonly editor: RefObject<codeEditor.CodeEditor | null>
}

function useCodeEditor(): typeof codeEditor | undefined {
  const [loaded, setLoaded] = useState<typeof codeEditor>()
  useEffect(() => {
    let isHere = true
    const load = async () => {
      const part = await import('./code-editor')
      if (isHere) setLoaded(part)
    }
    // Without it the text area stays.
    load().catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [])
  return loaded
}

/** A text area, replaced by the code editor once that is loaded. Focus and cursor stay. */
export function CodeText({at, name, language, value, change, faults, isLong, isCut, hintId, editor}: CodeTextProps) {
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
  // A fault replaces the hint.
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
