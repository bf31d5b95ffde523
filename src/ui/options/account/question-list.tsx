import {useId} from 'preact/hooks'
import {readRule, type StoredRecord} from '../../../model/rule'
import type {TeamQuestion} from '../../../model/team'
import {formatNumber} from '../../format'
import {usePage} from '../../state/page-context'
import {toPlainText, toTextSegments, type TextSegments} from '../../text-segments'
import {accountTexts} from '../../../locales/account'
import {ConflictTitle} from './conflict-title'
import {formatPairs, formatField, getFieldLabel} from './field-text'
import {findDifferences, MarkedPhrase} from './marked-phrase'

type Answer = (question: TeamQuestion, isSame: boolean) => void
type QuestionListProps = {readonly questions: readonly TeamQuestion[]; readonly answer: Answer}

/** Records whose creation got no response, each with the record of the service that may be it. */
export function QuestionList({questions, answer}: QuestionListProps) {
  return (
    <section class="conflicts" aria-labelledby="questions">
      <div class="conflicts-head">
        <h2 id="questions">{accountTexts('question.title')}</h2>
        <span class="count">{formatNumber(questions.length)}</span>
        <span class="fill" />
        <span class="hint">{accountTexts('question.waits')}</span>
      </div>
      {questions.map(question => (
        <QuestionCard key={`${question.kind} ${question.id}`} question={question} answer={answer} />
      ))}
    </section>
  )
}

function QuestionCard({question, answer}: {readonly question: TeamQuestion; readonly answer: Answer}) {
  const id = useId()
  const {mine, candidate, kind} = question
  const isRule = kind === 'rule'
  return (
    <article class="account-card conflict" aria-labelledby={id}>
      <div class="conflict-head">
        <ConflictTitle
          conflict={question}
          id={id}
          description={candidate ? accountTexts('question.isSame', {isRule}) : accountTexts('question.listIncomplete')}
        />
      </div>
      {candidate && <Versions mine={mine} theirs={candidate.record} />}
      <div class="conflict-foot">
        <span class="account-buttons">
          <button type="button" class="button" aria-describedby={id} onClick={() => answer(question, false)}>
            {candidate ? accountTexts('question.createMine') : accountTexts('question.createAgain')}
          </button>
          {candidate && (
            <button
              type="button"
              class="button button-main"
              aria-describedby={id}
              onClick={() => answer(question, true)}
            >
              {accountTexts('question.sameRecord', {isRule})}
            </button>
          )}
        </span>
      </div>
    </article>
  )
}

function formatRecordPairs(record: StoredRecord): TextSegments {
  const read = readRule(record)
  return read.ok ? formatPairs(read.value) : toTextSegments(JSON.stringify(record['pairs'] ?? null))
}

const fields = ['name', 'pairs', 'description', 'status', 'groupId'] as const

function Versions({mine, theirs}: {readonly mine: StoredRecord; readonly theirs: StoredRecord}) {
  const {library} = usePage()
  const groups = library.groups.value
  const formatVersion = (record: StoredRecord, field: string) =>
    field === 'pairs' ? formatRecordPairs(record) : formatField(record, field, groups)
  const shownFields = fields.flatMap(field => {
    if (field === 'pairs' && mine['objectType'] !== 'rule') return []
    const versions = {mine: formatVersion(mine, field), theirs: formatVersion(theirs, field)}
    const isShown = field === 'name' || field === 'pairs' || toPlainText(versions.mine) !== toPlainText(versions.theirs)
    return isShown ? [{field, ...versions}] : []
  })
  return (
    <>
      <div class="conflict-heads" aria-hidden="true">
        <b>{accountTexts('conflict.yours')}</b>
        <b>{accountTexts('question.onService')}</b>
      </div>
      {shownFields.map(({field, ...versions}) => {
        const spans = findDifferences(toPlainText(versions.mine), toPlainText(versions.theirs))
        return (
          <div class="conflict-field" key={field}>
            <span class="conflict-label">{getFieldLabel(field === 'pairs' ? 'whenAndDoes' : field)}</span>
            {(['mine', 'theirs'] as const).map(side => (
              <span key={side} class="conflict-version" data-side={side}>
                <span class="conflict-whose">
                  {side === 'mine' ? accountTexts('conflict.yours') : accountTexts('question.onService')}:{' '}
                </span>
                <MarkedPhrase phrase={versions[side]} span={spans[side]} />
              </span>
            ))}
          </div>
        )
      })}
    </>
  )
}
