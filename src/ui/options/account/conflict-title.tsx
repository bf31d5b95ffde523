import {Folder} from 'lucide-preact'
import {isRuleType} from '../../../model/rules'
import type {TeamEntry} from '../../../model/team'
import {RuleTypeIcon} from '../../components/rule-type-icon'
import {commonTexts} from '../../../locales/common'

export const getEntryName = ({name}: Pick<TeamEntry, 'name'>): string => name.trim() || commonTexts('untitled')

type ConflictTitleProps = {readonly conflict: TeamEntry; readonly id: string; readonly description: string}

/** Gets the focus when the conflict before it is resolved. */
export function ConflictTitle({conflict, id, description}: ConflictTitleProps) {
  const {ruleType} = conflict
  return (
    <>
      {ruleType !== null && isRuleType(ruleType) ? (
        <RuleTypeIcon type={ruleType} named />
      ) : (
        <Folder size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
      <h3 id={id} dir="auto" tabIndex={-1} data-next>
        {getEntryName(conflict)}
      </h3>
      <span class="hint">{description}</span>
    </>
  )
}
