/** What the options page loads when a form is first opened. */
export {createDrafts} from './drafts'
export {EditorPage} from './editor-page'
