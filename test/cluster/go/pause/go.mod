module research-insights.test/pause
go 1.26
