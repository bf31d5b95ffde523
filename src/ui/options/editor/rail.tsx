import {useField} from '../../fields/use-field'
import {Callout} from '../../parts/callout'
import {ErrorText} from '../../parts/error-text'
import {usePage} from '../../parts/library-context'
import {Select} from '../../parts/select'
import {sayProblem} from '../../sentences/problems'
import type {Row} from '../../state/library'
import {common, editorWords} from '../../words'
import type {Draft} from './draft'
import {isRefused, pathOf} from './faults-of-problems'

/** Beside the form: what it will come to, and where it belongs. */
export function Rail({draft, row}: {readonly draft: Draft; readonly row: Row | undefined}) {
  const {library} = usePage()
  const {groupId, description} = draft.fields.value
  const group = useField('groupId')
  const known = library.groups.value.map(each => [each.id, each.name || common.untitled] as const)
  // A group that is not here keeps its rule; the rule acts as if it had none.
  const unknown = groupId !== '' && !known.some(([id]) => id === groupId) ? [[groupId, groupId] as const] : []
  return (
    <aside class="rail" aria-label={editorWords.about}>
      <Callouts draft={draft} row={row} />
      <label class="rail-line">
        <span>{editorWords.group}</span>
        <span>
          <Select
            name={editorWords.group}
            value={groupId}
            options={[['', common.noGroup], ...known, ...unknown]}
            change={id => draft.set({groupId: id})}
          />
          {group.fault !== undefined && <ErrorText id={group.errorId}>{group.fault}</ErrorText>}
        </span>
      </label>
      <label class="rail-line">
        <span>{editorWords.description}</span>
        <textarea
          class="field"
          rows={2}
          aria-label={editorWords.description}
          placeholder={editorWords.descriptionHint}
          value={description}
          onInput={event => draft.set({description: event.currentTarget.value})}
        />
      </label>
    </aside>
  )
}

/** The draft's own problems, and those that only the browser can tell of the kept rule while it is not being changed. */
function Callouts({draft, row}: {readonly draft: Draft; readonly row: Row | undefined}) {
  const faults = draft.isSaveTried.value ? draft.faults.value.filter(each => !draft.places.has(each.path)) : []
  const faulty = draft.faults.value.map(each => each.path)
  // A field that is still empty is the form's business, not the browser's.
  const ofDraft = draft.problems.value.filter(
    problem => !isRefused(problem) && !faulty.some(path => path.startsWith(pathOf(problem))),
  )
  const ofKept = draft.isDirty.value ? [] : (row?.value.problems ?? [])
  const said = new Map([...ofDraft, ...ofKept].map(sayProblem).map(each => [each.title + each.sentence, each]))
  return (
    <>
      {faults.length > 0 && (
        <Callout tone="danger" title={editorWords.notSaved} role="alert">
          {faults.map(each => (
            <p key={each.path + each.reason}>{editorWords.alsoWrong(each.path, each.reason)}</p>
          ))}
        </Callout>
      )}
      {[...said.values()].map(each => (
        <Callout key={each.title + each.sentence} tone={each.tone} title={each.title}>
          <p>{each.sentence}</p>
        </Callout>
      ))}
    </>
  )
}
