import {useRef} from 'preact/hooks'
import {FieldNotes} from '../../fields/field-notes'
import {useKeptFocus} from '../../fields/keep-focus'
import {useField} from '../../fields/use-field'
import {usePage} from '../../parts/library-context'
import {Select} from '../../parts/select'
import {common, editorWords} from '../../words'
import {Becomes} from './becomes/panel'
import {useDraftProblems} from './draft-problems'
import type {Session} from './drafts'
import {useHiddenDraft} from './hidden-draft'
import {KeptIn} from './kept-in'
import {RailCallouts} from './rail-callouts'
import {worksForSaid} from './works-for'

/** Beside the form: what it will come to, and where it belongs. */
export function Rail({session}: {readonly session: Session}) {
  const {library} = usePage()
  const {draft} = session
  const part = useRef<HTMLDivElement>(null)
  // What was wrong may be mended by the button that is beside it.
  useKeptFocus(part, ['.callout-actions button', 'select'])
  const problems = useDraftProblems(session)
  const hidden = useHiddenDraft(session)
  const {groupId, description} = draft.fields.value
  const group = useField('groupId')
  const about = useField('description')
  const teamGroups = new Set(library.teamGroups.value)
  const isForTeam = session.isForTeam()
  // A group stays where its rules are kept.
  const known = library.groups.value
    .filter(({id}) => id === groupId || teamGroups.has(id) === isForTeam)
    .map(each => [each.id, each.name || common.untitled] as const)
  // A group that is not here keeps its rule; the rule acts as if it had none.
  const unknown =
    groupId !== '' && !known.some(([id]) => id === groupId) ? [[groupId, editorWords.groupGone] as const] : []
  return (
    <aside class="rail" aria-label={editorWords.about}>
      <div class="rail-part" ref={part}>
        <RailCallouts session={session} problems={hidden ? [...problems, hidden] : problems} />
        <label class="rail-line">
          <span>{editorWords.group}</span>
          <span>
            <Select
              name={editorWords.group}
              value={groupId}
              options={[['', common.noGroup], ...known, ...unknown]}
              change={id => draft.set({groupId: id})}
              described={group.described}
            />
            <FieldNotes field={group} />
          </span>
        </label>
        <KeptIn session={session} />
        <label class="rail-line">
          <span>{editorWords.description}</span>
          <span>
            <textarea
              class="field"
              rows={1}
              dir="auto"
              aria-label={editorWords.description}
              placeholder={editorWords.descriptionHint}
              value={description}
              onInput={event => draft.set({description: event.currentTarget.value})}
              {...about.described}
            />
            <FieldNotes field={about} />
          </span>
        </label>
        <p class="rail-line">
          <span>{editorWords.worksFor}</span>
          <span class="rail-text">{worksForSaid(draft, problems)}</span>
        </p>
      </div>
      <section class="becomes">
        <Becomes rule={draft.rule} />
      </section>
    </aside>
  )
}
