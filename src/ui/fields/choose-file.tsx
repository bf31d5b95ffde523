import type {ComponentChildren} from 'preact'

type ChooseFileProps = {
  readonly name: string
  readonly class: string
  /** The id of why the last file was not taken. */
  readonly describedBy?: string | undefined
  readonly take: (file: File) => Promise<void>
  readonly children: ComponentChildren
}

/** A button that opens the browser's own dialog for files. */
export const ChooseFile = ({name, describedBy, take, children, ...rest}: ChooseFileProps) => (
  <label class={`choose-file ${rest.class}`}>
    {children}
    <input
      type="file"
      class="unseen"
      aria-label={name}
      aria-invalid={describedBy === undefined ? undefined : true}
      aria-describedby={describedBy}
      onChange={event => {
        const input = event.currentTarget
        const file = input.files?.[0]
        if (!file) return
        // The same file can be chosen again after it was changed, or after it was stopped.
        input.value = ''
        void take(file)
      }}
    />
  </label>
)
