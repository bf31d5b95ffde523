import {CircleAlert} from 'lucide-preact'

export const ErrorText = ({id, children}: {readonly id: string; readonly children: string}) => (
  <span class="error-text" id={id}>
    <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </span>
)
