// Loaded together, when the first of them is needed: they are small, and every further division makes the popup's share larger.
export {GroupsPage} from './groups/groups-page'
export {KeyListDialog} from './keys/key-list-dialog'
export {SettingsPage} from './settings/settings-page'
export {TrashPage} from './trash/trash-page'
export {RulesGrid} from './rules/rules-grid'
