/** What shells are told, so that they ask the command line itself: `netadmin complete -- job show 6`. */
export const SHELL_SCRIPTS = {
  bash: `_netadmin() {
  local line=\${COMP_LINE:0:COMP_POINT} current=\${COMP_WORDS[COMP_CWORD]} value
  local -a words
  read -a words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  # Readline breaks words at some characters: only what stands behind the last of them is replaced.
  [[ $current == [:@=] ]] && current=
  local before=\${words[-1]%"$current"}
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    COMPREPLY+=("$(printf %q "\${value#"$before"}")")
  done < <(netadmin complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _netadmin netadmin
`,
  zsh: `#compdef netadmin
_netadmin() {
  local line
  local -a found
  for line in "\${(@f)$(netadmin complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#found} )); then _describe netadmin found; else _files; fi
}
compdef _netadmin netadmin
`,
  fish: `complete -c netadmin -f -a '(netadmin complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
complete -c netadmin -n '__fish_seen_subcommand_from pull push diff' -F
`,
} as const;
