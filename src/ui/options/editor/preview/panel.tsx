import {formatReason} from '../../../sentences/faults'
import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import {Check, ChevronDown, ChevronRight, Copy} from 'lucide-preact'
import {useEffect, useId, useMemo, useState} from 'preact/hooks'
import {isLeftOut, type Problem} from '../../../../model/problems'
import type {Rule} from '../../../../model/rule'
import type {ValidationResult} from '../../../../simulator/candidate-rules'
import {IconButton} from '../../../components/icon-button'
import {usePage} from '../../../state/page-context'
import {describeProblem} from '../../../sentences/problems'
import {editorTexts} from '../../../../locales/editor'
import {useJudge} from '../model/judge'

type Portable = {readonly action: object; readonly condition: object}
export type Becoming = {
  readonly rules: readonly Portable[]
  readonly isInPage: boolean
  readonly leftOut: readonly Problem[]
  readonly faults: readonly string[]
}

/** Chrome refuses empty lists. */
const withoutEmptyLists = ({action, condition}: Portable): Portable => ({
  action,
  condition: Object.fromEntries(
    Object.entries(condition).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  ),
})

export function becomingOf({
  translation: {templates, inPagePairs, fallbackPairs = [], problems},
  faults,
}: ValidationResult): Becoming {
  const isInPage = inPagePairs.length + fallbackPairs.length > 0
  const reasons = [...new Set(faults.map(({reason}) => formatReason(reason)))]
  if (reasons.length > 0) return {rules: [], isInPage, leftOut: [], faults: reasons}
  // Wide rules only serve the fallback. A refused regex has substitutes, which are shown instead.
  const rules = templates
    .filter(({isBroader}) => !isBroader)
    .map(({portable, action, condition}) =>
      portable.condition.regexFilter !== undefined && condition.regexFilter === undefined
        ? {action, condition}
        : portable,
    )
  return {
    rules: [...new Set(rules)].map(withoutEmptyLists),
    isInPage,
    leftOut: problems.filter(isLeftOut),
    faults: [],
  }
}

type JsonPiece = {readonly text: string; readonly kind: 'key' | 'string' | 'other' | 'mark'}
export type JsonLine = {readonly indent: number; readonly pieces: readonly JsonPiece[]}

const isBox = (value: unknown): value is object => typeof value === 'object' && value !== null

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (!isBox(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${inline(each)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

const token = /("[^"\\]*(?:\\.[^"\\]*)*")(:?)|[^\s",:[\]{}]+|[\s,:[\]{}]+/g

const piecesOf = (line: string): JsonPiece[] =>
  [...line.matchAll(token)].flatMap(([text, quoted, colon]): JsonPiece[] => {
    if (quoted === undefined) return [{text, kind: /^[\s,:[\]{}]/.test(text) ? 'mark' : 'other'}]
    return colon
      ? [
          {text: quoted, kind: 'key'},
          {text: colon, kind: 'mark'},
        ]
      : [{text: quoted, kind: 'string'}]
  })

/** JSON in lines of a width: short values on one line, long ones below their key. */
export function jsonLines(value: unknown, width: number): JsonLine[] {
  type Line = {readonly indent: number; readonly text: string}
  const fits = ({indent, text}: Line) => indent + text.length <= width

  function entry(name: string, given: unknown, indent: number, closing: string): Line[] {
    const key = JSON.stringify(name)
    const whole = {indent, text: `${key}: ${inline(given)}${closing}`}
    const isShallow = !isBox(given) || (Array.isArray(given) && !given.some(isBox))
    if (isShallow && fits(whole)) return [whole]
    const below = {indent: indent + 2, text: inline(given) + closing}
    if (!isBox(given) || (isShallow && fits(below))) return [{indent, text: `${key}:`}, below]
    return box(given, indent, `${key}: `, closing)
  }

  const entries = (given: object, indent: number): Line[] =>
    Object.entries(given).flatMap(([name, each], at, all) => entry(name, each, indent, at < all.length - 1 ? ',' : ''))

  function box(given: object, indent: number, lead: string, closing: string): Line[] {
    const isList = Array.isArray(given)
    const inside = isList
      ? given.flatMap((each: unknown, at) => element(each, indent + 2, at < given.length - 1 ? ',' : ''))
      : entries(given, indent + 2)
    return [{indent, text: lead + (isList ? '[' : '{')}, ...inside, {indent, text: (isList ? ']' : '}') + closing}]
  }

  /** A record in a list opens and closes on the lines of its first and last field. */
  function element(given: unknown, indent: number, closing: string): Line[] {
    const whole = {indent, text: inline(given) + closing}
    if (!isBox(given) || fits(whole)) return [whole]
    if (Array.isArray(given)) return box(given, indent, '', closing)
    return entries(given, indent + 2).map(({indent: own, text}, at, all) => ({
      indent: at === 0 ? indent : own,
      text: (at === 0 ? '{ ' : '') + text + (at === all.length - 1 ? ` }${closing}` : ''),
    }))
  }

  const lines =
    isBox(value) && Object.keys(value).length > 0 ? box(value, 0, '', '') : [{indent: 0, text: inline(value)}]
  return lines.map(({indent, text}) => ({indent, pieces: piecesOf(text)}))
}

/** Milliseconds after a change. */
const pause = 200
const shownLines = 120
const shownCharacters = 12_000
/** Characters per line of the rail. */
const width = 35
const between: JsonLine = {indent: 0, pieces: [{text: ' ', kind: 'mark'}]}

const sizeOf = ({rules, isInPage, faults}: Becoming): string =>
  faults.length > 0
    ? editorTexts('preview.notYet')
    : rules.length > 0
      ? editorTexts('preview.rules', {count: rules.length})
      : isInPage
        ? editorTexts('preview.inPage')
        : editorTexts('preview.none')

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
    <section class="becomes">
      <h2 class="becomes-head">
        <button
          type="button"
          class="becomes-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? content : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
          {editorTexts('preview.title')} <span class="count">{sizeOf(becoming.value)}</span>
        </button>
        {rules.length > 0 && <CopyButton rules={rules} />}
      </h2>
      {isOpen && (
        <div id={content}>
          {rules.length > 0 && <Json rules={rules} />}
          {faults.length > 0 ? (
            <p class="becomes-text">
              {editorTexts('preview.lookFirst')} {faults.join(' ')}
            </p>
          ) : (
            <>
              {rules.length === 0 && (
                <p class="becomes-text">
                  {isInPage ? editorTexts('preview.inPageText') : editorTexts('preview.noneText')}
                </p>
              )}
              {isInPage && hasCode(rule.value) && <p class="becomes-text">{editorTexts('preview.codeText')}</p>}
              <LeftOut problems={leftOut} isOne={rule.value.pairs.length === 1} />
            </>
          )}
        </div>
      )}
    </section>
  )
}

const hasCode = ({pairs}: Rule): boolean => pairs.some(pair => 'type' in pair && pair.type === 'code')

type LeftOutProps = {readonly problems: readonly Problem[]; readonly isOne: boolean}

function LeftOut({problems, isOne}: LeftOutProps) {
  const said = problems.map(problem => {
    const {title} = describeProblem(problem)
    return problem.pair === undefined || isOne
      ? title
      : `${editorTexts('condition', {number: problem.pair + 1})}: ${title}`
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
      () => toasts.reportError(new Error(editorTexts('preview.notCopied'))),
    )
  return (
    <>
      <span class="becomes-copied" role="status">
        {isCopied && editorTexts('preview.copied')}
      </span>
      <IconButton icon={isCopied ? Check : Copy} name={editorTexts('preview.copy')} onClick={() => void copy()} />
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
      <pre class="becomes-json" tabIndex={0} aria-label={editorTexts('preview.title')}>
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
          {editorTexts('preview.showAll', {lines: lines.length})}
        </button>
      )}
    </>
  )
}
