package ini
