import {LayoutTemplate, Upload, Users} from 'lucide-preact'
import type {RuleType} from '../../../contract/rules'
import {Glyph} from '../../parts/glyph'
import {Mark} from '../../parts/mark'
import {hashes} from '../../routes'
import {newRuleHash} from '../route'
import {common, rulesWords, typeWords} from '../../words'
import {useBegun} from '../begun'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {usePage} from '../../parts/library-context'

const tiles: readonly RuleType[] = [
  'Redirect',
  'Headers',
  'Response',
  'Request',
  'QueryParam',
  'UserAgent',
  'Replace',
  'Delay',
  'Cancel',
]

export function TypeTiles({hashOf}: {readonly hashOf: (type: RuleType) => string}) {
  const {types, mark} = useBegun()
  return (
    <ul class="tiles">
      {tiles.map(type => (
        <li key={type}>
          <a href={hashOf(type)} class="tile">
            <Glyph type={type} tile />
            <span>
              <b>{typeWords[type].label}</b> <small>{typeWords[type].tile}</small>
            </span>
            {types.has(type) && mark}
          </a>
        </li>
      ))}
    </ul>
  )
}

export function FirstRun() {
  const {library} = usePage()
  const team = useOptions().account.view.value
  return (
    <div class="first-run">
      <Mark size={42} />
      <PageTitle title={rulesWords.title} takesLostFocus>
        {rulesWords.firstTitle}
      </PageTitle>
      <p>{rulesWords.firstText}</p>
      <TypeTiles hashOf={hashes.newRule} />
      <p class="first-run-team">
        <LayoutTemplate size={16} strokeWidth={1.75} aria-hidden="true" />
        <a href={newRuleHash}>{rulesWords.firstTemplate}</a>
        <span class="hint">{rulesWords.firstTemplateHint}</span>
      </p>
      <p class="first-run-team">
        <Upload size={16} strokeWidth={1.75} aria-hidden="true" />
        <a href={hashes.import}>{rulesWords.firstImport}</a>
        <span class="hint">{rulesWords.firstImportHint}</span>
      </p>
      {!team && (
        <p class="first-run-team">
          <Users size={16} strokeWidth={1.75} aria-hidden="true" />
          <a href={hashes.account}>{common.connectTeam}</a>
          <span class="hint">{common.connectTeamHint}</span>
        </p>
      )}
      {library.trashed.value > 0 && (
        <p>
          <a href={hashes.trash}>{rulesWords.trashHolds(library.trashed.value)}</a>
        </p>
      )}
    </div>
  )
}
