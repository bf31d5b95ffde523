import type {ComponentChildren} from 'preact'
import {useId} from 'preact/hooks'

export function Section({
  title,
  hint,
  children,
}: {
  readonly title: string
  readonly hint?: string
  readonly children: ComponentChildren
}) {
  const id = useId()
  return (
    <section class="settings-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <div class="settings-card">{children}</div>
    </section>
  )
}

type SettingProps = {
  readonly name: string
  readonly hint?: ComponentChildren
  readonly hintId?: string
  readonly children?: ComponentChildren
}

export const Setting = ({name, hint, hintId, children}: SettingProps) => (
  <div class="setting">
    <div class="setting-about">
      <b>{name}</b>
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
    <div class="setting-control">{children}</div>
  </div>
)
