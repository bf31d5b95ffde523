import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import {Check, ChevronDown, ChevronRight, Copy} from 'lucide-preact'
import {useEffect, useId, useMemo, useState} from 'preact/hooks'
import type {Problem} from '../../../../contract/problems'
import type {Rule} from '../../../../contract/rule'
import {IconButton} from '../../../parts/icon-button'
import {usePage} from '../../../parts/library-context'
import {sayProblem} from '../../../sentences/problems'
import {becomesWords as words, editorWords} from '../../../words'
import {useJudge} from '../judge'
import {jsonLines, type JsonLine} from './json-lines'
import {becomingOf, type Becoming} from './portable'

/** Long enough not to translate at every key. */
const pause = 200
const shownLines = 120
const shownCharacters = 12_000
/** Characters that stand beside each other in the rail. */
const width = 35
const between: JsonLine = {indent: 0, pieces: [{text: ' ', kind: 'mark'}]}

const sizeOf = ({rules, isInPage, faults}: Becoming): string =>
  faults.length > 0 ? words.notYet : rules.length > 0 ? words.rules(rules.length) : isInPage ? words.inPage : words.none

/** What the draft becomes: the browser's own rules, to read and to copy. */
export function Becomes({rule}: {readonly rule: ReadonlySignal<Rule>}) {
  const judge = useJudge()
  const becoming = useSignal<Becoming>(useMemo(() => becomingOf(judge.judged(rule.peek())), []))
  const [isOpen, setOpen] = useState(true)
  const content = useId()
  useSignalEffect(() => {
    const judged = judge.judged(rule.value)
    const timer = setTimeout(() => {
      becoming.value = becomingOf(judged)
    }, pause)
    return () => clearTimeout(timer)
  })
  const {rules, isInPage, leftOut, faults} = becoming.value
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
          {words.title} <span class="count">{sizeOf(becoming.value)}</span>
        </button>
        {rules.length > 0 && <CopyButton rules={rules} />}
      </h2>
      {isOpen && (
        <div id={content}>
          {rules.length > 0 && <Json rules={rules} />}
          {faults.length > 0 ? (
            <p class="becomes-text">
              {words.lookFirst} {faults.join(' ')}
            </p>
          ) : (
            <>
              {rules.length === 0 && <p class="becomes-text">{isInPage ? words.inPageText : words.noneText}</p>}
              {isInPage && hasCode(rule.value) && <p class="becomes-text">{words.codeText}</p>}
              <LeftOut problems={leftOut} isOne={rule.value.pairs.length === 1} />
            </>
          )}
        </div>
      )}
    </>
  )
}

const hasCode = ({pairs}: Rule): boolean => pairs.some(pair => 'type' in pair && pair.type === 'code')

type LeftOutProps = {readonly problems: readonly Problem[]; readonly isOne: boolean}

/** What is not among the browser rules, and why; what to do about it stands above. */
function LeftOut({problems, isOne}: LeftOutProps) {
  const said = problems.map(problem => {
    const {title} = sayProblem(problem)
    return problem.pair === undefined || isOne ? title : `${editorWords.condition(problem.pair + 1)}: ${title}`
  })
  return (
    <>
      {[...new Set(said)].map(each => (
        <p key={each} class="becomes-text">
          {each}
        </p>
      ))}
    </>
  )
}

function CopyButton({rules}: Pick<Becoming, 'rules'>) {
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

function Json({rules}: Pick<Becoming, 'rules'>) {
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
