/**
 * A key or a few words beside a button's own. Only drawn: they are no part of its name, which a person may say aloud to press it, and so
 * they must not be text of it either.
 */
export const Hint = ({text, ...rest}: {readonly text: string; readonly class?: string}) => (
  <small class={rest.class} data-hint={text} />
)
