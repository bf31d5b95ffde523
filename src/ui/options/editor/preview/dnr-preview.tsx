import {formatReason} from '../../../sentences/faults'
import {useSignal, type ReadonlySignal} from '@preact/signals'
import type {ComponentChildren} from 'preact'
import {Check, ChevronDown, ChevronRight, Copy} from 'lucide-preact'
import {useEffect, useId, useMemo, useState} from 'preact/hooks'
import type {Rule} from '../../../../model/rule'
import type {ValidationResult} from '../../../../simulator/candidate-rules'
import {IconButton} from '../../../components/icon-button'
import {usePage} from '../../../state/page-context'
import {editorTexts} from '../../../../locales/editor'
import {useDraftValidator} from '../model/draft-validator'
import {useDelayedTask} from '../use-delayed-task'

type Portable = {readonly action: object; readonly condition: object}
export type PreviewContent = {
  readonly rules: readonly Portable[]
  readonly isInPage: boolean
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
  translation: {templates, inPagePairs, fallbackPairs = []},
  faults,
}: ValidationResult): PreviewContent {
  const isInPage = inPagePairs.length + fallbackPairs.length > 0
  const reasons = [...new Set(faults.map(({reason}) => formatReason(reason)))]
  if (reasons.length > 0) return {rules: [], isInPage, faults: reasons}
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
    faults: [],
  }
}

const token = /("[^"\\]*(?:\\.[^"\\]*)*")(:?)|[^\s",:[\]{}]+/g

function highlightJson(json: string): ComponentChildren[] {
  let end = 0
  const parts = [...json.matchAll(token)].flatMap(({0: text, 1: quoted, 2: colon, index}) => {
    const between = json.slice(end, index)
    const shown = quoted ?? text
    end = index + shown.length
    return [
      between,
      <span key={index} data-json={quoted === undefined ? 'other' : colon ? 'key' : 'string'}>
        {shown}
      </span>,
    ]
  })
  return [...parts, json.slice(end)]
}

/** Milliseconds after a change. */
const pause = 200
const shownLines = 120
const shownCharacters = 12_000
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
  const [isOpen, setOpen] = useState(false)
  const content = useId()
  useDelayedTask(pause, () => {
    const validation = validator.validate(rule.value)
    return () => {
      preview.value = getPreview(validation)
    }
  })
  const {rules, isInPage, faults} = preview.value
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
            </>
          )}
        </div>
      )}
    </section>
  )
}

const hasCode = ({pairs}: Rule): boolean => pairs.some(pair => 'type' in pair && pair.type === 'code')

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
  const json = useMemo(() => rules.map(each => JSON.stringify(each, null, 2)).join('\n\n'), [rules])
  const lines = json.split('\n')
  const shown = isExpanded ? json : lines.slice(0, shownLines).join('\n').slice(0, shownCharacters)
  return (
    <>
      <pre class="becomes-json" tabIndex={0} aria-label={editorTexts('preview.title')}>
        {highlightJson(shown)}
      </pre>
      {shown.length < json.length && (
        <button type="button" class="link-button" onClick={() => setExpanded(true)}>
          {editorTexts('preview.showAll', {lines: lines.length})}
        </button>
      )}
    </>
  )
}
