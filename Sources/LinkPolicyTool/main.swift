internal import LinkPolicyCommands

CommandLineTool.main()
