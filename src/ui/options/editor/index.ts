export {createDrafts} from './drafts/drafts'
export {EditorPage} from './editor-page'
