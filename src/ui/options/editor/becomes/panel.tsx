import {useSignal, useSignalEffect} from '@preact/signals'
import {Check, ChevronDown, ChevronRight, Copy} from 'lucide-preact'
import {useEffect, useId, useMemo, useState} from 'preact/hooks'
import {IconButton} from '../../../parts/icon-button'
import {usePage} from '../../../parts/library-context'
import {becomesWords as words} from '../../../words'
import {jsonLines, type JsonLine} from './json-lines'
import type {BecomesProps} from './place'
import {portableOf, type Portable} from './portable'

/** Long enough not to translate at every key. */
const pause = 200
const shownLines = 120
const shownCharacters = 12_000
/** Characters that stand beside each other in the rail. */
const width = 35
const between: JsonLine = {indent: 0, pieces: [{text: ' ', kind: 'mark'}]}

const sizeOf = ({rules, isInPage}: Portable): string =>
  rules.length > 0 ? words.rules(rules.length) : isInPage ? words.inPage : words.none

/** What the draft becomes: the browser's own rules, to read and to copy. */
export function Panel({rule}: BecomesProps) {
  const portable = useSignal<Portable>(useMemo(() => portableOf(rule.peek()), []))
  const [isOpen, setOpen] = useState(true)
  const content = useId()
  useSignalEffect(() => {
    const written = rule.value
    const timer = setTimeout(() => {
      portable.value = portableOf(written)
    }, pause)
    return () => clearTimeout(timer)
  })
  const {rules, isInPage} = portable.value
  const Shape = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <h2 class="becomes-head">
        <button
          type="button"
          class="becomes-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? content : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
          {words.title} <span class="count">{sizeOf(portable.value)}</span>
        </button>
        {rules.length > 0 && <CopyButton rules={rules} />}
      </h2>
      {isOpen && (
        <div id={content}>
          {rules.length > 0 ? (
            <Json rules={rules} />
          ) : (
            <p class="becomes-text">{isInPage ? words.inPageText : words.noneText}</p>
          )}
        </div>
      )}
    </>
  )
}

function CopyButton({rules}: Pick<Portable, 'rules'>) {
  const {toasts} = usePage().library
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    navigator.clipboard.writeText(JSON.stringify(rules.length === 1 ? rules[0] : rules, null, 2)).then(
      () => setCopied(true),
      () => toasts.refuse(new Error(words.notCopied)),
    )
  return (
    <>
      <span class="becomes-copied" role="status">
        {isCopied && words.copied}
      </span>
      <IconButton icon={isCopied ? Check : Copy} name={words.copy} onClick={() => void copy()} />
    </>
  )
}

function Json({rules}: Pick<Portable, 'rules'>) {
  const [isWhole, setWhole] = useState(false)
  const lines = useMemo(
    () => rules.flatMap((each, at) => [...(at > 0 ? [between] : []), ...jsonLines(each, width)]),
    [rules],
  )
  let characters = 0
  const shown = isWhole
    ? lines
    : lines.slice(0, shownLines).filter(({pieces}) => {
        const before = characters
        characters += pieces.reduce((sum, {text}) => sum + text.length, 0)
        return before < shownCharacters
      })
  return (
    <>
      <pre class="becomes-json" tabIndex={0} aria-label={words.title}>
        {shown.map(({indent, pieces}, at) => (
          <div key={at}>
            <span>{' '.repeat(indent)}</span>
            <span>
              {pieces.map(({text, kind}, index) => {
                const part = isWhole || text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`
                return kind === 'mark' ? (
                  part
                ) : (
                  <span key={index} data-json={kind}>
                    {part}
                  </span>
                )
              })}
            </span>
            {'\n'}
          </div>
        ))}
      </pre>
      {!isWhole && (shown.length < lines.length || characters > shownCharacters) && (
        <button type="button" class="link-button" onClick={() => setWhole(true)}>
          {words.showAll(lines.length)}
        </button>
      )}
    </>
  )
}
