import {shortenName} from '../../sentences/quote'
import {formatFirstNote} from '../../sentences/import-notes'
import {Code} from 'lucide-preact'
import type {Note} from '../../../import-export/notes'
import type {Rule} from '../../../model/rule'
import type {Verdict} from '../../../import-export/import-verdicts'
import {RuleTypeIcon} from '../../components/rule-type-icon'
import {usePage} from '../../state/page-context'
import {SegmentedText} from '../../components/segmented-text'
import {describeEffectInList} from '../../sentences/rule-effect'
import {getRuleName} from '../../state/sections'
import {commonTexts} from '../../../locales/common'
import {importTexts} from '../../../locales/import'
import type {PreviewEntry} from './preview-state'

const tones: Readonly<Record<Verdict, string>> = {
  complete: 'good',
  changed: 'warn',
  'already-here': 'none',
  refused: 'danger',
}

type ImportRowProps = {
  readonly entry: PreviewEntry
  readonly row: number
  readonly top: string | undefined
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly select: (isWanted: boolean) => void
  readonly show: () => void
}

const isSwitchedOff = ({code}: Note) => code === 'switched-off'

function getReason({existingId, faults, notes, at, verdict}: PreviewEntry): string {
  const {library} = usePage()
  const view = existingId === null ? undefined : library.getRow(existingId)?.peek()
  if (view) return importTexts('sameAs', {name: shortenName(getRuleName(view, commonTexts('untitled')))})
  const [first, ...more] =
    verdict === 'refused' ? faults : notes.toSorted((a, b) => Number(isSwitchedOff(b)) - Number(isSwitchedOff(a)))
  return first ? formatFirstNote(first, verdict === 'refused' ? at : '', more.length) : ''
}

export function ImportRow({entry, row, top, isSelected, isCurrent, select, show}: ImportRowProps) {
  const {rule, verdict, isCode, index} = entry
  const name = entry.name.trim() || commonTexts('untitled')
  const reason = getReason(entry)
  return (
    <div
      role="row"
      class="import-row"
      data-row={index}
      style={{top}}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={row}
      aria-selected={isSelected}
      onKeyDown={event => {
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter' && !event.repeat) show()
        else if (event.key === ' ' && rule) select(!isSelected)
        else return
        event.preventDefault()
      }}
    >
      <span role="gridcell">
        <input
          type="checkbox"
          aria-label={importTexts('wanted', {name})}
          checked={isSelected}
          disabled={rule === null}
          onChange={() => select(!isSelected)}
        />
      </span>
      <span role="rowheader" class="row-name">
        {rule && <RuleTypeIcon type={rule.ruleType} named />}
        <span dir="auto" class="cut" title={name}>
          {name}
        </span>
        {isCode && (
          <span class="import-code" title={importTexts('codeComesOff')}>
            <Code size={14} strokeWidth={1.75} aria-hidden="true" />
            {importTexts('code')}
          </span>
        )}
      </span>
      <span role="gridcell" class="cut import-does">
        {rule && <SegmentedText phrase={describeEffectInList(rule as unknown as Rule)} />}
      </span>
      <span role="gridcell">
        <span class="pill" data-tone={tones[verdict]}>
          {importTexts(`verdicts.${verdict}`)}
        </span>
      </span>
      <span role="gridcell" class="cut" title={reason}>
        {reason}
      </span>
      <span role="gridcell" class="row-actions">
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={importTexts('showNamed', {name})}
          onClick={show}
        >
          {importTexts('show')}
        </button>
      </span>
    </div>
  )
}
