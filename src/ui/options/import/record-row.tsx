import {shortenName} from '../../sentences/quote'
import {formatFirstNote} from '../../sentences/import-notes'
import {Code} from 'lucide-preact'
import type {Note} from '../../../import-export/notes'
import type {Rule} from '../../../model/rule'
import type {Verdict} from '../../../import-export/judged'
import {RuleTypeIcon} from '../../components/rule-type-icon'
import {usePage} from '../../state/page-context'
import {SegmentedText} from '../../components/segmented-text'
import {describeEffectInList} from '../../sentences/rule-effect'
import {getRuleName} from '../../state/sections'
import {commonTexts} from '../../../locales/common'
import {importTexts} from '../../../locales/import'
import type {Entry} from './preview'

const tones: Readonly<Record<Verdict, string>> = {
  complete: 'good',
  changed: 'warn',
  'already-here': 'none',
  refused: 'danger',
}

type RecordRowProps = {
  readonly entry: Entry
  readonly row: number
  readonly top: number
  readonly isWanted: boolean
  readonly isCurrent: boolean
  readonly want: (isWanted: boolean) => void
  readonly show: () => void
}

const isOff = ({code}: Note) => code === 'switched-off'

function useReason({same, faults, notes, at, verdict}: Entry): string {
  const {library} = usePage()
  const view = same === null ? undefined : library.getRow(same)?.peek()
  if (view) return importTexts('sameAs', {name: shortenName(getRuleName(view, commonTexts('untitled')))})
  const [first, ...more] =
    verdict === 'refused' ? faults : notes.toSorted((a, b) => Number(isOff(b)) - Number(isOff(a)))
  return first ? formatFirstNote(first, verdict === 'refused' ? at : '', more.length) : ''
}

export function RecordRow({entry, row, top, isWanted, isCurrent, want, show}: RecordRowProps) {
  const {rule, verdict, isCode, index} = entry
  const name = entry.name.trim() || commonTexts('untitled')
  const reason = useReason(entry)
  return (
    <div
      role="row"
      class="import-row"
      data-row={index}
      style={{top: `${top}px`}}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={row}
      aria-selected={isWanted}
      onKeyDown={event => {
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter' && !event.repeat) show()
        else if (event.key === ' ' && rule) want(!isWanted)
        else return
        event.preventDefault()
      }}
    >
      <span role="gridcell">
        <input
          type="checkbox"
          aria-label={importTexts('wanted', {name})}
          checked={isWanted}
          disabled={rule === null}
          onChange={() => want(!isWanted)}
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
