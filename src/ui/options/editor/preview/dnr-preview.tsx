import {formatReason} from '../../../sentences/faults'
import {useSignal, type ReadonlySignal} from '@preact/signals'
import {Check, ChevronDown, ChevronRight, Copy} from 'lucide-preact'
import {useEffect, useId, useMemo, useState} from 'preact/hooks'
import {isLeftOut, type Problem} from '../../../../model/problems'
import type {Rule} from '../../../../model/rule'
import type {ValidationResult} from '../../../../simulator/candidate-rules'
import {IconButton} from '../../../components/icon-button'
import {usePage} from '../../../state/page-context'
import {describeProblem} from '../../../sentences/problems'
import {editorTexts} from '../../../../locales/editor'
import {useDraftValidator} from '../model/draft-validator'
import {useDelayedTask} from '../use-delayed-task'

type Portable = {readonly action: object; readonly condition: object}
export type PreviewContent = {
  readonly rules: readonly Portable[]
  readonly isInPage: boolean
  readonly leftOut: readonly Problem[]
  readonly faults: readonly string[]
}

/** Chrome's reference of declarativeNetRequest.RuleCondition: an empty list is not allowed. */
const withoutEmptyLists = ({action, condition}: Portable): Portable => ({
  action,
  condition: Object.fromEntries(
    Object.entries(condition).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  ),
})

export function getPreview({
  translation: {templates, inPagePairs, fallbackPairs = [], problems},
  faults,
}: ValidationResult): PreviewContent {
  const isInPage = inPagePairs.length + fallbackPairs.length > 0
  const reasons = [...new Set(faults.map(({reason}) => formatReason(reason)))]
  if (reasons.length > 0) return {rules: [], isInPage, leftOut: [], faults: reasons}
  // Broader rules only serve the fallback. A rejected regex is shown as its replacement.
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

type JsonToken = {readonly text: string; readonly kind: 'key' | 'string' | 'other' | 'mark'}
export type JsonLine = {readonly indent: number; readonly tokens: readonly JsonToken[]}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

function toInlineJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toInlineJson).join(', ')}]`
  if (!isContainer(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${toInlineJson(each)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

const token = /("[^"\\]*(?:\\.[^"\\]*)*")(:?)|[^\s",:[\]{}]+|[\s,:[\]{}]+/g

const toTokens = (line: string): JsonToken[] =>
  [...line.matchAll(token)].flatMap(([text, quoted, colon]): JsonToken[] => {
    if (quoted === undefined) return [{text, kind: /^[\s,:[\]{}]/.test(text) ? 'mark' : 'other'}]
    return colon
      ? [
          {text: quoted, kind: 'key'},
          {text: colon, kind: 'mark'},
        ]
      : [{text: quoted, kind: 'string'}]
  })

/** Formats JSON in lines of a width: a value that does not fit is below its key. */
export function formatJsonLines(json: unknown, width: number): JsonLine[] {
  type Line = {readonly indent: number; readonly text: string}
  const fits = ({indent, text}: Line) => indent + text.length <= width

  function formatEntry(name: string, value: unknown, indent: number, closing: string): Line[] {
    const key = JSON.stringify(name)
    const line = {indent, text: `${key}: ${toInlineJson(value)}${closing}`}
    const isShallow = !isContainer(value) || (Array.isArray(value) && !value.some(isContainer))
    if (isShallow && fits(line)) return [line]
    const nextLine = {indent: indent + 2, text: toInlineJson(value) + closing}
    if (!isContainer(value) || (isShallow && fits(nextLine))) return [{indent, text: `${key}:`}, nextLine]
    return formatContainer(value, indent, `${key}: `, closing)
  }

  const formatEntries = (value: object, indent: number): Line[] =>
    Object.entries(value).flatMap(([name, each], at, all) =>
      formatEntry(name, each, indent, at < all.length - 1 ? ',' : ''),
    )

  function formatContainer(value: object, indent: number, lead: string, closing: string): Line[] {
    const isList = Array.isArray(value)
    const lines = isList
      ? value.flatMap((each: unknown, at) => formatElement(each, indent + 2, at < value.length - 1 ? ',' : ''))
      : formatEntries(value, indent + 2)
    return [{indent, text: lead + (isList ? '[' : '{')}, ...lines, {indent, text: (isList ? ']' : '}') + closing}]
  }

  /** An object in a list has its braces on the lines of its first and last field. */
  function formatElement(value: unknown, indent: number, closing: string): Line[] {
    const line = {indent, text: toInlineJson(value) + closing}
    if (!isContainer(value) || fits(line)) return [line]
    if (Array.isArray(value)) return formatContainer(value, indent, '', closing)
    return formatEntries(value, indent + 2).map(({indent: lineIndent, text}, at, all) => ({
      indent: at === 0 ? indent : lineIndent,
      text: (at === 0 ? '{ ' : '') + text + (at === all.length - 1 ? ` }${closing}` : ''),
    }))
  }

  const lines =
    isContainer(json) && Object.keys(json).length > 0
      ? formatContainer(json, 0, '', '')
      : [{indent: 0, text: toInlineJson(json)}]
  return lines.map(({indent, text}) => ({indent, tokens: toTokens(text)}))
}

/** Milliseconds after a change. */
const pause = 200
const shownLines = 120
const shownCharacters = 12_000
/** Characters per line. */
const width = 35
const blankLine: JsonLine = {indent: 0, tokens: [{text: ' ', kind: 'mark'}]}

const formatSize = ({rules, isInPage, faults}: PreviewContent): string =>
  faults.length > 0
    ? editorTexts('preview.notYet')
    : rules.length > 0
      ? editorTexts('preview.rules', {count: rules.length})
      : isInPage
        ? editorTexts('preview.inPage')
        : editorTexts('preview.none')

export function DnrPreview({rule}: {readonly rule: ReadonlySignal<Rule>}) {
  const validator = useDraftValidator()
  const preview = useSignal<PreviewContent>(useMemo(() => getPreview(validator.validate(rule.peek())), []))
  const [isOpen, setOpen] = useState(true)
  const content = useId()
  useDelayedTask(pause, () => {
    const validation = validator.validate(rule.value)
    return () => {
      preview.value = getPreview(validation)
    }
  })
  const {rules, isInPage, leftOut, faults} = preview.value
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
          {editorTexts('preview.title')} <span class="count">{formatSize(preview.value)}</span>
        </button>
        {rules.length > 0 && <CopyButton rules={rules} />}
      </h2>
      {isOpen && (
        <div id={content}>
          {rules.length > 0 && <JsonView rules={rules} />}
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
              <LeftOut problems={leftOut} isOnlyCondition={rule.value.pairs.length === 1} />
            </>
          )}
        </div>
      )}
    </section>
  )
}

const hasCode = ({pairs}: Rule): boolean => pairs.some(pair => 'type' in pair && pair.type === 'code')

function LeftOut({
  problems,
  isOnlyCondition,
}: {
  readonly problems: readonly Problem[]
  readonly isOnlyCondition: boolean
}) {
  const titles = problems.map(problem => {
    const {title} = describeProblem(problem)
    return problem.pair === undefined || isOnlyCondition
      ? title
      : `${editorTexts('condition', {number: problem.pair + 1})}: ${title}`
  })
  return (
    <>
      {[...new Set(titles)].map(each => (
        <p key={each} class="becomes-text">
          {each}
        </p>
      ))}
    </>
  )
}

function CopyButton({rules}: Pick<PreviewContent, 'rules'>) {
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

function JsonView({rules}: Pick<PreviewContent, 'rules'>) {
  const [isExpanded, setExpanded] = useState(false)
  const lines = useMemo(
    () => rules.flatMap((each, at) => [...(at > 0 ? [blankLine] : []), ...formatJsonLines(each, width)]),
    [rules],
  )
  let characters = 0
  const shown = isExpanded
    ? lines
    : lines.slice(0, shownLines).filter(({tokens}) => {
        const before = characters
        characters += tokens.reduce((sum, {text}) => sum + text.length, 0)
        return before < shownCharacters
      })
  return (
    <>
      <pre class="becomes-json" tabIndex={0} aria-label={editorTexts('preview.title')}>
        {shown.map(({indent, tokens}, at) => (
          <div key={at}>
            <span>{' '.repeat(indent)}</span>
            <span>
              {tokens.map(({text, kind}, index) => {
                const shownText =
                  isExpanded || text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`
                return kind === 'mark' ? (
                  shownText
                ) : (
                  <span key={index} data-json={kind}>
                    {shownText}
                  </span>
                )
              })}
            </span>
            {'\n'}
          </div>
        ))}
      </pre>
      {!isExpanded && (shown.length < lines.length || characters > shownCharacters) && (
        <button type="button" class="link-button" onClick={() => setExpanded(true)}>
          {editorTexts('preview.showAll', {lines: lines.length})}
        </button>
      )}
    </>
  )
}
