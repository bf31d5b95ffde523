import en from './en/editor.json'
import {createTexts} from './texts'

export const editorTexts = createTexts({en})
