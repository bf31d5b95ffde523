import {LayoutTemplate, Upload, Users} from 'lucide-preact'
import type {RuleType} from '../../../model/rules'
import {Glyph} from '../../components/glyph'
import {Mark} from '../../components/mark'
import {hashes} from '../../routes'
import {newRuleHash} from '../route'
import {common, rulesWords, typeWords} from '../../words'
import {useBegun} from '../begun'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {usePage} from '../../state/library-context'

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
  const hasTeam = Boolean(useOptions().account.view.value)
  const {firstTemplate, firstTemplateHint, firstImport, firstImportHint} = rulesWords
  const ways = [
    {icon: LayoutTemplate, hash: newRuleHash, text: firstTemplate, hint: firstTemplateHint},
    {icon: Upload, hash: hashes.import, text: firstImport, hint: firstImportHint},
    ...(hasTeam ? [] : [{icon: Users, hash: hashes.account, text: common.connectTeam, hint: common.connectTeamHint}]),
  ]
  return (
    <div class="first-run">
      <Mark size={42} />
      <PageTitle title={rulesWords.title} takesLostFocus>
        {rulesWords.firstTitle}
      </PageTitle>
      <p>{rulesWords.firstText}</p>
      <TypeTiles hashOf={hashes.newRule} />
      {ways.map(({icon: Shape, hash, text, hint}) => (
        <p key={hash} class="first-run-team">
          <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
          <a href={hash}>{text}</a>
          <span class="hint">{hint}</span>
        </p>
      ))}
      {library.trashed.value > 0 && (
        <p>
          <a href={hashes.trash}>{rulesWords.trashHolds(library.trashed.value)}</a>
        </p>
      )}
    </div>
  )
}
